// Workspace: guards an object that serves one caller at a time.
#pragma once

#include <atomic>
#include <stdexcept>

namespace zeitnot::timing {

class Workspace {
  public:
    // Throws std::logic_error while another caller is inside: a second thread, or a callback of the first.
    class Use {
      public:
        explicit Use(Workspace& workspace) : busy_(workspace.busy_) {
            if (busy_.test_and_set(std::memory_order_acquire)) {
                throw std::logic_error(
                    "one call at a time must be made to a workspace, got another meanwhile");
            }
        }
        ~Use() { busy_.clear(std::memory_order_release); }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        Use(Use&&) = delete;
        Use& operator=(Use&&) = delete;

      private:
        std::atomic_flag& busy_;
    };

  private:
    std::atomic_flag busy_;
};

}  // namespace zeitnot::timing
