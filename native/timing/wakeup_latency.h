// Wakeup latency of a thread.
#pragma once

namespace zeitnot::timing {

// Requests short time slices: the scheduler then runs a thread that mostly sleeps as soon as it wakes, even
// while other threads keep all cores busy. Has no effect on systems without this setting.
void reduce_wakeup_latency() noexcept;

}  // namespace zeitnot::timing
