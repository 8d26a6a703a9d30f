// Delivers a click to the button on which it began, even if a layout shift has moved it away from
// the pointer. Browsers report no click on such a button, so content that arrives late should move none
// in the first place. Needed for "a click counts if the button moves away before the release" in
// e2e/tests/page/clicks.spec.mjs.
"use strict";
{
  let pressed;
  const press = ({ target, clientX, clientY }) => {
    pressed = { button: target.closest("button"), clientX, clientY };
  };
  const release = (event) => {
    const { button, clientX, clientY } = pressed ?? {};
    pressed = undefined;
    // Not for clicks by keyboard or script.
    const { detail, isTrusted, target } = event;
    if (!isTrusted || !detail || !button?.isConnected || button.contains(target)) return;
    // Moving the pointer away cancels the click.
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > 9) return;
    if (document.querySelector("dialog[open]")?.contains(button) === false) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  };
  addEventListener("pointerdown", press, true);
  addEventListener("click", release, true);
}
