#include "bindings/bindings.h"

NB_MODULE(_native, module) {
    module.doc() = "The compiled core: the searches and what times them.";
    zeitnot::bindings::bind_stop_control(module);
    zeitnot::bindings::bind_chess(module);
    zeitnot::bindings::bind_scrabble(module);
}
