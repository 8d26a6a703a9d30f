// Contrast of computed colours, by the Web Content Accessibility Guidelines. axe-core leaves out
// what it is unsure about, which includes text over most backgrounds of system colours and
// buttons in groups; here everything counts.

import { animationsEnded } from "./animations.mjs";

/** Runs in the page: provides `window.contrasts`. */
function define() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  const blended = new Map();

  /** The colour of layers of [colour, opacity] over white, whatever their syntax. */
  const blend = (layers) => {
    const seen = layers.filter(([colour]) => colour !== "rgba(0, 0, 0, 0)");
    const key = seen.join();
    if (!blended.has(key)) blended.set(key, paint(seen));
    return blended.get(key);
  };

  const paint = (layers) => {
    canvas.globalAlpha = 1;
    canvas.fillStyle = "#fff";
    canvas.fillRect(0, 0, 1, 1);
    for (const [colour, opacity] of layers) {
      canvas.globalAlpha = opacity;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };

  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const ratio = (one, other) => {
    const [dark, bright] = [one, other].map(luminance).sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };

  /** What is known of elements, during one measurement. */
  let known;

  /** The backgrounds behind an element, its opacity, and whether it is clipped away. */
  const behind = (element) => {
    if (!element) return { layers: [], opacity: 1, isClipped: false };
    if (!known.has(element)) {
      const { backgroundColor, opacity, clipPath } = getComputedStyle(element);
      const above = behind(element.parentElement);
      const total = above.opacity * Number(opacity);
      known.set(element, {
        layers: [...above.layers, [backgroundColor, total]],
        opacity: total,
        isClipped: above.isClipped || clipPath.startsWith("inset(50%"),
      });
    }
    return known.get(element);
  };

  const background = (element) => blend(behind(element).layers);

  /** The contrast of a colour with the background of its element. */
  const contrast = (element, colour, pseudoOpacity = 1) => {
    const { layers: backgrounds, opacity } = behind(element);
    const layers = [...backgrounds];
    // With forced colours, text gets a background of its own, which is that of the page.
    const isForced = matchMedia("(forced-colors: active)").matches;
    if (isForced && getComputedStyle(element).forcedColorAdjust === "auto") {
      layers.push([getComputedStyle(document.body).backgroundColor, 1]);
    }
    return ratio(blend([...layers, [colour, opacity * pseudoOpacity]]), blend(layers));
  };

  const isShown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width >= 2 && height >= 2 && !behind(element).isClipped;
  };

  /** A short description of an element. */
  const describe = (element) => {
    const { outerHTML, textContent } = element;
    return `${outerHTML.slice(0, outerHTML.indexOf(">") + 1)} ${textContent.trim().slice(0, 30)}`;
  };

  /** All text and icons with too little contrast. */
  const faint = ({ text, icon }) => {
    const found = [];
    const check = (element, colour, min, opacity) => {
      const value = contrast(element, colour, opacity);
      if (value < min) found.push(`${value.toFixed(2)}: ${describe(element)}`);
    };
    for (const element of document.body.querySelectorAll("*")) {
      if (element.matches("option, svg:not(.icon), svg *, canvas") || !isShown(element)) continue;
      if (element.matches(".icon")) {
        const { fill, stroke } = getComputedStyle(element);
        check(element, stroke === "none" ? fill : stroke, icon);
        continue;
      }
      const hasText = [...element.childNodes].some((it) => it.nodeType === 3 && it.data.trim());
      if (hasText || element.matches("select, textarea, input:is([type=text], [type=search], [type=date])")) {
        check(element, getComputedStyle(element).color, text);
      }
      // A full column is struck through and may be faint.
      if (element.ariaDisabled === "true") continue;
      for (const pseudo of ["::before", "::after"]) {
        const { content, color, opacity } = getComputedStyle(element, pseudo);
        if (!["none", "normal", '""'].includes(content)) check(element, color, text, Number(opacity));
      }
    }
    return found;
  };

  /** Chosen buttons and tabs whose background and lower edge hardly differ from the others'. */
  const unmarked = (min) => {
    const groups = { pressed: "[role=group]", selected: "[role=tablist]", expanded: ".actions", current: "ol, ul, nav" };
    const found = [];
    for (const [state, group] of Object.entries(groups)) {
      for (const chosen of document.querySelectorAll(`button[aria-${state}]:not([aria-${state}=false])`)) {
        const others = [...(chosen.closest(group)?.querySelectorAll("button") ?? [])];
        const value = (it) => it.getAttribute(`aria-${state}`);
        const isOther = (it) => isShown(it) && value(it) !== value(chosen);
        const other = others.find((it) => isOther(it) && !it.matches(".primary, [aria-disabled=true]"));
        if (!isShown(chosen) || !other) continue;
        const edge = getComputedStyle(chosen);
        const hasEdge = edge.borderBottomWidth !== getComputedStyle(other).borderBottomWidth;
        const apart = Math.max(
          ratio(background(chosen), background(other)),
          hasEdge ? contrast(chosen.parentElement, edge.borderBottomColor) : 0,
        );
        if (apart < min) found.push(`${apart.toFixed(2)}: ${describe(chosen)}`);
      }
    }
    return found;
  };

  /** The contrast of a drawn shape with the background: of its edge or its inside. */
  const shape = (element) => {
    const { fill, stroke } = getComputedStyle(element);
    // A gradient is followed by the colour that it lights.
    const colours = [fill, stroke].filter((colour) => colour !== "none").map((colour) => colour.replace(/^url\S+ /, ""));
    return Math.max(...colours.map((colour) => contrast(element, colour)));
  };

  const measures = Object.entries({ contrast, faint, shape, unmarked }).map(([name, measure]) => [
    name,
    (...of) => {
      known = new WeakMap();
      return measure(...of);
    },
  ]);
  window.contrasts = Object.fromEntries(measures);
}

/** Provides `window.contrasts` in the page. */
export async function measureContrasts(page) {
  await page.evaluate(define);
}

const normal = { text: 4.5, icon: 3 };
const more = { text: 7, icon: 4.5, chosen: 3 };

/** Every combination that gives other colours: media, theme and the least contrasts. */
export const schemes = ["light", "dark"].flatMap((colorScheme) => {
  const media = { colorScheme, contrast: "no-preference", forcedColors: "none" };
  const scheme = (theme, changes, least) => [
    `${theme}, ${colorScheme} ${Object.values(changes)}`,
    { media: { ...media, ...changes }, theme, least },
  ];
  return [
    scheme("system", {}, normal),
    scheme("system", { contrast: "more" }, more),
    scheme("contrast", {}, more),
    // A theme only sets the other colour scheme.
    colorScheme === "dark" ? scheme("light", {}, normal) : scheme("dark", { contrast: "more" }, more),
    scheme("system", { forcedColors: "active" }, more),
    scheme("contrast", { forcedColors: "active" }, more),
  ];
});

/**
 * Sets the theme and the emulated preferences. What measures sets the theme again: meanwhile the
 * page may have applied the stored one.
 */
export async function apply(page, { media, theme }) {
  await page.emulateMedia(media);
  await page.locator("html").evaluate((root, theme) => (root.dataset.theme = theme), theme);
  await animationsEnded(page);
}
