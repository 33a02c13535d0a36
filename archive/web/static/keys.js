// Single keys, left alone while a reader types, in an open dialog, and with modifiers held; but for
// AltGr, without which "[" cannot be typed on many keyboards. On every page "?" lists the keys it has.

const TYPING = "input, textarea, select, [contenteditable]";

export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || (modified && !event.getModifierState("AltGraph"))) return;
    if (event.shiftKey && event.key.length > 1) return; // "?" needs Shift, Home does not
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

// A dialog's field keeps the focus until the next frame after the dialog has closed: a key is then
// no longer typed into it.
function isTyping(target) {
  const field = target.closest?.(TYPING);
  return Boolean(field) && !field.closest("dialog:not([open])");
}

const list = document.getElementById("keys-dialog");
const search = document.querySelector("main input[name=q]");
if (list) {
  bindKeys({ "?": () => list.showModal() });
  list.querySelector("button").addEventListener("click", () => list.close());
}
if (search) {
  bindKeys({
    "/": () => {
      search.focus();
      search.select();
    },
  });
}
