// From a card on the table to the play that laid it, or will.

// The number of that play, among the plays of a deal; nothing where none is known to lay it.
function playOf(card, deal, ply) {
  const owner = card.closest("[data-seat]")?.dataset.seat;
  const asked = [card.dataset.card, ...(owner ? [`p${owner}`] : [])];
  const laying = asked.map((one) => `[data-lays~="${CSS.escape(one)}"]`).join("");
  const plays = [...(deal?.querySelectorAll(`a${laying}`) ?? [])]
    .filter((play) => !play.parentElement.closest("[hidden]") && !play.hidden) // kept back
    .map((play) => Number(play.dataset.to));
  const lies = !owner || card.matches(".played, .just");
  return lies ? plays.findLast((play) => play <= ply) : plays.find((play) => play > ply);
}

// `open` says whether the table shows the game as it was played, `deal` the plays of the deal shown.
export function bindCards(viewer, { open, deal, ply, show }) {
  viewer.addEventListener("click", (event) => {
    const card = event.target.closest(".held [data-card], .pile [data-card]");
    const play = card && open() ? playOf(card, deal(), ply()) : undefined;
    if (play !== undefined) show(play);
  });
}
