// @ts-check
// A chart is one stop of the keyboard: the arrows go from point to point.

for (const chart of document.querySelectorAll(".chart-plot")) {
  const dots = [.../** @type {NodeListOf<SVGGElement>} */ (chart.querySelectorAll(".dot"))];
  chart.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const at = dots.indexOf(/** @type {SVGGElement} */ (document.activeElement));
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: dots.length - 1 };
    const to = dots[places[/** @type {keyof typeof places} */ (key)] ?? -1];
    if (at < 0 || !to) return;
    event.preventDefault();
    to.focus();
  });
  chart.addEventListener("focusin", (event) => {
    for (const dot of dots) dot.setAttribute("tabindex", dot === event.target ? "0" : "-1");
  });
}
