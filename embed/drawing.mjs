// The board as SVG, as the page draws it (src/board). A cell is 100 × 100, and (0, 0) is the top left corner
// of the frame.

import { SHAPES, lastMove } from "./pieces.mjs";
import { cellName } from "./rules.mjs";

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A path whose nested outlines are holes. */
const path = (name, d, more) => svg("path", { class: name, d, "fill-rule": "evenodd", ...more });

const stop = (offset, colour, opacity) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
const gradients = () =>
  svg(
    "defs",
    {},
    svg("linearGradient", { id: "lit", x2: 0, y2: 1 }, stop(0, "#fff", 0.1), stop(1, "#000", 0.1)),
    svg(
      "radialGradient",
      { id: "shine", cx: 0.36, cy: 0.3, r: 0.75 },
      stop(0, "#fff", 0.2),
      stop(0.35, "#fff", 0),
      stop(1, "#000", 0.14),
    ),
  );

const centre = ({ rows }, { column, row }) => [column * 100 + 50, (rows - 1 - row) * 100 + 50];

const hole = ([x, y], radius = 43) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
const shade = ([x, y]) => `M${x - 43}.1 ${y + 3}a43 43 0 1 1 85.8 0a43 43 0 0 0 -85.8 0z`;

const outline = ([width, height]) =>
  `M40 0H${width - 40}a40 40 0 0 1 40 40V${height - 40}a40 40 0 0 1 -40 40H40a40 40 0 0 1 -40 -40V40a40 40 0 0 1 40 -40z`;

/** The lines between the cells of a board without gravity. */
const grid = ([width, height]) => {
  const between = (size) => Array.from({ length: size / 100 - 1 }, (_, i) => i * 100 + 97);
  const down = between(width).map((x) => `M${x} 4h6v${height - 8}h-6z`);
  const across = between(height).map((y) => `M4 ${y}h${width - 8}v6h${8 - width}z`);
  return [...down, ...across].join("");
};

const text = (x, y, content) => svg("text", { x, y }, content);

/** Draws an empty board; the pieces go into the group `pieces`, and the lines of a win into `lines`. */
export function drawBoard(rules) {
  const { columns, rows, gravity } = rules;
  const size = [columns * 100, rows * 100];
  const [width, height] = size;
  const cells = Array.from({ length: columns * rows }, (_, i) => [
    Math.floor(i / rows) * 100 + 50,
    (i % rows) * 100 + 50,
  ]);
  const [pieces, lines] = [svg("g"), svg("g")];
  const labels = [
    ...Array.from({ length: rows }, (_, i) => text(-28, (rows - i) * 100 - 50, String(i + 1))),
    ...Array.from({ length: columns }, (_, i) => text(i * 100 + 50, height + 36, String.fromCharCode(65 + i))),
  ];
  const all = (shape) => cells.map((cell) => shape(cell)).join("");
  const frame = outline(size) + all(hole);
  const layers = gravity
    ? [
        svg("rect", { class: "side", y: 10, width, height, rx: 40 }),
        path("holes", all((cell) => hole(cell, 44))),
        pieces,
        path("shades", all(shade)),
        path("frame", frame),
        path("light", frame, { fill: "url(#lit)" }),
      ]
    : [path("frame", grid(size), { "fill-rule": "nonzero" }), pieces];
  const drawing = svg(
    "svg",
    { class: "board", part: "board", "aria-hidden": "true", viewBox: `-56 -2 ${width + 84} ${height + 66}` },
    gradients(),
    ...layers,
    lines,
    ...labels,
  );
  drawing.style.setProperty("--columns", columns);
  return { drawing, pieces, lines };
}

/** A piece in its usual outline, lit from above. */
const lit = (d, colour, motion = "") =>
  svg("g", { class: motion }, path(`piece ${colour}`, d), path("light", d, { fill: "url(#shine)" }));

/** A piece as a badge beside a text. */
export const badge = ({ shape, colour }) =>
  svg("svg", { class: "badge", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, lit(SHAPES[shape][0], colour));

/** Where the stroke through a line is: between the pieces, so that it does not cover them. */
const stroke = (rules, line) =>
  line
    .slice(1)
    .map((cell, i) => {
      const [[x1, y1], [x2, y2]] = [centre(rules, line[i]), centre(rules, cell)];
      const part = x1 === x2 || y1 === y2 ? 0.39 : 0.28;
      const [dx, dy] = [(x2 - x1) * part, (y2 - y1) * part];
      return `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}`;
    })
    .join("");

/** Draws a position: `latest` is the cell of the last move, which falls if `arrives`. */
export function drawPosition(board, position, { styles, lines, latest, arrives }) {
  const { rules, cells } = position;
  const isEnded = lines.length > 0;
  const marked = new Set(lines.flat().map(cellName));
  const groups = cells.flatMap((column, c) =>
    column.map((owner, r) => {
      const cell = { column: c, row: r };
      const name = cellName(cell);
      const group = svg("g", {
        transform: `translate(${centre(rules, cell).join(" ")})`,
        "data-cell": name,
        "data-player": owner,
      });
      if (owner === undefined) return group;
      const { shape, colour } = styles[owner];
      const [plain, hollow] = SHAPES[shape];
      group.dataset.shape = shape;
      group.dataset.colour = colour;
      const isLatest = latest && name === cellName(latest);
      const motion = isLatest && arrives ? (rules.gravity ? "falls" : "appears") : "";
      if (marked.has(name)) {
        group.dataset.marked = "true";
        group.append(
          svg("g", { class: "unmarked" }, lit(plain, colour, motion)),
          path(`piece marked ${colour}`, hollow),
        );
      } else if (isEnded) {
        group.append(path(`piece dimmed ${colour}`, plain));
      } else {
        group.append(lit(isLatest ? lastMove(shape) : plain, colour, motion));
      }
      return group;
    }),
  );
  board.drawing.classList.toggle("ending", isEnded && arrives);
  board.drawing.style.setProperty("--fall", latest ? rules.rows - latest.row : 1);
  board.pieces.replaceChildren(...groups);
  const d = lines.map((line) => stroke(rules, line)).join("");
  const strokes = isEnded
    ? [svg("g", { class: "trace-line" }, path("trace-edge", d), path("trace", d))]
    : [];
  board.lines.replaceChildren(...strokes);
}
