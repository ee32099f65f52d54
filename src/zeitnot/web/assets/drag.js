// Dragging by mouse or finger: a ghost follows the pointer, and where it is let go is told.
const DRAG_PX = 5;

const swallow = (event) => { event.stopPropagation(); event.preventDefault(); };

export class Drag {
  // `lift(thing)` returns the ghost when a drag begins; `drop(thing, element)` is called at its end.
  constructor(lift, drop) {
    this.lift = lift;
    this.drop = drop;
    this.held = null;
    window.addEventListener("pointermove", (event) => this.pull(event));
    window.addEventListener("pointerup", (event) => this.end(event));
    window.addEventListener("pointercancel", () => this.letGo());
  }

  // Takes a thing at a pointerdown; nothing happens before the pointer has moved.
  grab(event, thing) {
    if (!event.button) this.held = { thing, x: event.clientX, y: event.clientY, ghost: null };
  }

  pull(event) {
    const held = this.held;
    if (!held) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
      held.ghost = this.lift(held.thing);
      held.ghost.classList.add("ghost");
      document.body.append(held.ghost);
    }
    held.ghost.style.left = `${event.clientX}px`;
    held.ghost.style.top = `${event.clientY}px`;
  }

  end(event) {
    const held = this.letGo();
    if (!held?.ghost) return;
    // The click that a browser makes of the same press must not count as another one.
    window.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    this.drop(held.thing, document.elementFromPoint(event.clientX, event.clientY));
  }

  letGo() {
    const held = this.held;
    this.held = null;
    held?.ghost?.remove();
    return held;
  }
}
