// Show the play at the place of a time line that is clicked; `handle` is the range below it.
export function bindCourse(course, handle) {
  course.addEventListener("click", (event) => {
    if (event.target === handle) return;
    const line = course.querySelector(".curve").getBoundingClientRect();
    handle.value = Math.round(((event.clientX - line.left) / line.width) * handle.max);
    handle.dispatchEvent(new Event("input"));
  });
}

// A horizontal swipe by one finger on the parts of an element that `where` selects. A vertical one
// stays the page's, and so does a pinch.

const FAR = 48;

export function bindSwipe(element, where, { left, right }) {
  let from = null;
  element.addEventListener("touchstart", (event) => {
    const here = event.target.closest(where);
    from = here && event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  element.addEventListener("touchend", (event) => {
    if (!from) return;
    const to = event.changedTouches[0];
    const across = to.clientX - from.clientX;
    const down = to.clientY - from.clientY;
    from = null;
    if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return;
    if (across < 0) left();
    else right();
  }, { passive: true });
}
