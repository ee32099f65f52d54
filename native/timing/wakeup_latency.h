// What a thread can ask of the system so that it is woken in time.
#pragma once

namespace zeitnot::timing {

// Asks for short turns on the processor: a thread that mostly sleeps is then let in at once when it wakes,
// also while others keep all cores busy. Where the system knows no such thing, nothing changes.
void reduce_wakeup_latency() noexcept;

}  // namespace zeitnot::timing
