// Draws every plot of the page. Colours of text and grid are left to the style sheet.
(() => {
  "use strict";
  const touch = matchMedia("(hover: none)").matches;
  const places = [...document.querySelectorAll(".plot")];

  // With a view box the drawings shrink with their place, also on paper, where no script draws them anew.
  const fit = (place) => {
    for (const svg of place.querySelectorAll("svg.main-svg")) {
      const width = parseFloat(svg.getAttribute("width"));
      const height = parseFloat(svg.getAttribute("height"));
      if (!width || !height) continue;
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      place.style.setProperty("--aspect", `${width} / ${height}`);
    }
  };

  const draw = async (place) => {
    const form = JSON.parse(place.querySelector("script").textContent);
    // A finger that moves over a plot is there to scroll the page.
    form.layout.dragmode = touch ? false : "zoom";
    place.textContent = "";
    await Plotly.newPlot(place, form.data, form.layout, { responsive: true, displayModeBar: false });
    fit(place);
    place.on("plotly_afterplot", () => fit(place));
    place.dataset.drawn = "yes";
  };

  // On paper: as wide as the sheet, so that words in the plots keep their size.
  const sheet = (place) => (place.closest(".panels") ? 320 : 680);
  // What is folded on the screen is printed, too.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const each of folded) each.open = true;
    for (const place of places) Plotly.relayout(place, { autosize: false, width: sheet(place) });
  });
  addEventListener("afterprint", () => {
    for (const each of folded) each.open = false;
    for (const place of places) Plotly.relayout(place, { autosize: true, width: null });
  });

  Promise.all(places.map(draw)).then(() => {
    document.documentElement.dataset.drawn = "yes";
  });
})();
