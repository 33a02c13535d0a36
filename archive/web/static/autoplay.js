// Playing on by itself: one step after the other, at the speed chosen, until the end or a pause.

// `over` says whether nothing comes any more, `begin` goes to where it starts again from the end.
export function bindRun({ over, step, begin }) {
  const button = document.getElementById("run");
  const speed = document.getElementById("speed");
  let timer = 0;

  function running(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (over() ? running(false) : step()), Number(speed.value)) : 0;
    button.setAttribute("aria-pressed", String(on));
    button.querySelector(".text").textContent = on ? button.dataset.pause : button.dataset.play;
    const sign = button.querySelector("use");
    sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, on ? "#pause" : "#next"));
  }

  button.hidden = speed.parentElement.hidden = false;
  button.addEventListener("click", () => {
    if (!timer) begin();
    running(!timer);
  });
  speed.addEventListener("change", () => {
    try {
      localStorage.setItem("speed", speed.value);
    } catch {} // a frame in another site's page may keep nothing
    if (timer) running(true);
  });
  let remembered = "";
  try {
    remembered = localStorage.getItem("speed");
  } catch {}
  if ([...speed.options].some((option) => option.value === remembered)) speed.value = remembered;
  return running;
}
