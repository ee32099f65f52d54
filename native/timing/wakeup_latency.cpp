#include "timing/wakeup_latency.h"

#include <cstdint>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace zeitnot::timing {

#if defined(__linux__) && defined(SYS_sched_setattr)

namespace {

// Layout of the kernel's struct sched_attr, which the C library does not declare.
struct Attributes {
    std::uint32_t size = sizeof(Attributes);
    std::uint32_t policy = 0;  // SCHED_OTHER
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime_ns = 0;  // for SCHED_OTHER the length of a time slice (since Linux 6.12)
    std::uint64_t deadline_ns = 0;
    std::uint64_t period_ns = 0;
};

constexpr std::uint64_t slice_ns = 100'000;

}  // namespace

void reduce_wakeup_latency() noexcept {
    thread_local bool asked = false;
    if (asked) {
        return;
    }
    asked = true;
    Attributes attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0 && attributes.policy == 0) {
        attributes.runtime_ns = slice_ns;
        syscall(SYS_sched_setattr, 0, &attributes, 0);  // if refused or unknown, nothing changes
    }
}

#else

void reduce_wakeup_latency() noexcept {
}

#endif

}  // namespace zeitnot::timing
