// Inserts the icons that src/components/icon.rs lists into index.html, as symbols. They are from
// Lucide, in the npm package @iconify-json/lucide; src/components/icon.rs refers to them by
// name.

/** Returns the names of the icons in the source of the program. */
export function iconNames(source) {
  return [...source.matchAll(/= Icon\("([\w-]+)"\)/g)].map(([, name]) => name).sort();
}

/** Replaces the empty element `#icons` by the symbols; `set` is the package's JSON. */
export function insertIcons(html, names, set) {
  const symbol = (name) => {
    const found = set.icons[name];
    if (!found) throw new Error(`Lucide has no icon ${name}`);
    // The style sheet sets the strokes.
    const shapes = found.body.replace(/^<g [^>]*>|<\/g>$|(fill|stroke)[\w-]*="[^"]*" ?/g, "");
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
  };
  for (const [, name] of html.matchAll(/href="#icon-([\w-]+)"/g)) {
    if (!names.includes(name)) throw new Error(`src/components/icon.rs doesn't list ${name}`);
  }
  const place = '<svg id="icons" aria-hidden="true"></svg>';
  if (!html.includes(place)) throw new Error("index.html has no place for the icons");
  return html.replace(place, `<svg id="icons" aria-hidden="true">${names.map(symbol).join("")}</svg>`);
}
