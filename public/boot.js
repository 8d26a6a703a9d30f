// Starts the program, and stands in for it before it runs and after it failed.
// A plain script of its own, because the page's security policy allows no
// inline ones and because it has to work when WebAssembly does not.
"use strict";
{
  // The same name as in src/store/mod.rs.
  const GAME = "four-shapes:game";

  const byId = (id) => document.getElementById(id);

  // The game that the program will show: the one in the link, or else the last.
  const lastGame = () => {
    const linked = /^#v=1&board=(\d+)x(\d+)&/.exec(location.hash);
    const all = linked ? linked.slice(1).map(Number) : [7, 6];
    let [columns, rows, gravity, players] = [...all, !/&gravity=no&/.test(location.hash), []];
    if (!linked) {
      try {
        const game = JSON.parse(localStorage.getItem(GAME));
        ({ columns, rows, gravity } = game.rules);
        if (Array.isArray(game.players)) players = game.players.map(({ name }) => String(name));
      } catch {
        // Nothing stored, or nothing readable: the program will say which.
      }
    }
    const allowed = (n) => Number.isInteger(n) && n >= 3 && n <= 15;
    if (!allowed(columns) || !allowed(rows)) [columns, rows, gravity] = [7, 6, true];
    return { columns, rows, gravity, players };
  };

  // The empty frame for the size of the last game, so that the board does not
  // change its size when the program takes over. The path is the one that
  // src/board/frame.rs draws.
  const drawFrame = ({ columns, rows, gravity }) => {
    const [width, height] = [columns * 100, rows * 100];
    let path = `M40 0H${width - 40}a40 40 0 0 1 40 40V${height - 40}a40 40 0 0 1 -40 40H40a40 40 0 0 1 -40 -40V40a40 40 0 0 1 40 -40z`;
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        path += `M${column * 100 + 7} ${row * 100 + 50}a43 43 0 1 0 86 0a43 43 0 1 0 -86 0z`;
      }
    }
    const board = byId("static-board");
    board.style.setProperty("--columns", columns);
    board.style.setProperty("--rows", rows);
    const svg = board.firstElementChild;
    board.classList.toggle("flat", !gravity);
    const view = gravity ? `0 -100 ${width} ${height + 160}` : `-60 0 ${width + 60} ${height + 60}`;
    svg.setAttribute("viewBox", view);
    svg.firstElementChild.setAttribute("d", path);
  };

  // A seat for each player of the last game; their pieces follow.
  const drawSeats = ({ players }) => {
    const list = document.querySelector(".seats");
    const [first, second] = list.children;
    if (players.length < 2 || players.length > 75) return;
    while (list.children.length < players.length) list.append(second.cloneNode(true));
    players.forEach((name, i) => {
      const seat = list.children[i];
      if (seat.querySelector(".name").textContent === name) return;
      seat.querySelector(".name").textContent = name;
      seat.querySelector("path").removeAttribute("d");
      seat.querySelector(".detail").textContent = "\u00a0";
      seat.classList.toggle("to-move", false);
    });
    first.classList.remove("to-move");
  };

  const stored = () => {
    try {
      return localStorage.getItem(GAME);
    } catch {
      return null;
    }
  };

  const BUG = "Something went wrong in the program; this is a bug in it.";
  const UNSUPPORTED = "This browser can't run the WebAssembly that the game is made of.";
  const UNREACHABLE = "The program could not be loaded. Are you connected?";

  const UNREACHABLE_SHEETS = "That part of the page could not be loaded. Are you connected?";

  const UNREADABLE = "The file can't be read.";

  const fail = (reason, detail) => {
    if (!byId("failure").hidden) return;
    byId("failure-kept").hidden = stored() === null;
    // Only a program that fails may fail because of the game.
    byId("start-afresh").hidden = stored() === null || reason !== BUG;
    byId("failure-reason").textContent = reason;
    byId("failure-detail").textContent = String(detail);
    byId("app").inert = true;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    byId("failure").hidden = false;
    byId("reload").focus();
    document.documentElement.dataset.ready = "failed";
  };

  // A panic ends in a trap of the program, and so does full memory. A full stack
  // is an error of the browser's own that differs from one to the other.
  const trapped = (error) =>
    (typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError) ||
    (error instanceof Error && /recursion|call stack/.test(error.message) && /wasm/.test(error.stack));
  const watch = (error) => {
    if (trapped(error)) fail(BUG, window.fourShapesPanic ?? error);
  };
  addEventListener("error", (event) => watch(event.error));
  addEventListener("unhandledrejection", (event) => watch(event.reason));

  const startAfresh = () => {
    try {
      let n = 1;
      while (localStorage.getItem(`${GAME}:aside:${n}`) !== null) n++;
      localStorage.setItem(`${GAME}:aside:${n}`, localStorage.getItem(GAME));
      localStorage.removeItem(GAME);
      location.reload();
    } catch (error) {
      byId("failure-detail").textContent = `The game can't be put aside: ${error}`;
    }
  };

  const { js, wasm } = byId("program").dataset;
  // What the workers' files are asked for with.
  document.documentElement.dataset.version = wasm.split("/").pop();
  const url = (name) => new URL(name, document.baseURI);

  const compile = async () => {
    if (typeof WebAssembly !== "object") throw new Error(navigator.userAgent);
    const response = await fetch(url(wasm));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    // Not every server knows the type, without which there is no streaming.
    return response.headers.get("content-type") === "application/wasm"
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  };

  // Load and compile while the rest of the page is still on its way.
  const loaded = Promise.all([import(url(js)), compile()]);
  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  // The second program: dialogs and panels. Its files keep their names; the first
  // program's name tells versions apart (see build.rs).
  let sheets;
  let attempts = 0;
  const loadSheets = () => {
    const fetched = async () => {
      // A module that could not be loaded stays so under the same address.
      const again = attempts++ ? `&${attempts}` : "";
      const { default: run } = await import(url(`sheets.js?${wasm}${again}`));
      await run({ module_or_path: url(`sheets_bg.wasm?${wasm}`) });
    };
    sheets ??= fetched().catch((error) => {
      sheets = undefined;
      watch(error);
      throw error;
    });
    return sheets;
  };
  const withSheets = (act) =>
    loadSheets().then(act, () => window.fourShapes.send(`notice\n${UNREACHABLE_SHEETS}`));
  // The first program asks for a sheet by its name.
  const openSheet = (name) => withSheets(() => window.fourShapesSheets.open(name));
  // The sheets look at the address when they start.
  const openLink = () => withSheets(() => {});

  // A file or a text dropped on the page. Of a file that is too large for a game
  // only as much is read as it takes to know that.
  const MOST = 1024 * 1024;
  const dropped = async (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const text = files.length ? files[0].slice(0, MOST + 1).text() : event.dataTransfer.getData("text");
    try {
      const read = await text;
      await withSheets(() => window.fourShapesSheets.dropped(read));
    } catch (error) {
      if (trapped(error)) watch(error);
      else window.fourShapes.send(`notice\n${UNREADABLE}`);
    }
  };

  // What is not needed yet comes a while after the page, in a quiet moment: not in
  // the way of the first moves.
  const LATER = 3000;
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  const loadLater = () => setTimeout(() => whenIdle(() => loadSheets().catch(() => {})), LATER);

  const start = async () => {
    await parsed;
    byId("reload").addEventListener("click", () => location.reload());
    byId("start-afresh").addEventListener("click", startAfresh);
    const game = lastGame();
    drawFrame(game);
    drawSeats(game);
    const [{ default: run }, module] = await loaded;
    window.fourShapes = { open: openSheet };
    await run({ module_or_path: module });
    // A game in the address is the sheets' to read. Otherwise they can wait, and
    // if they fail they are fetched again when they are wanted.
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", dropped);
    if (location.hash.startsWith("#v=")) openLink();
    else loadLater();
  };
  // An early failure is reported below, when there is a page to do it on.
  loaded.catch(() => {});
  start().catch((error) => {
    if (typeof WebAssembly !== "object") fail(UNSUPPORTED, error);
    else if (trapped(error)) watch(error);
    else if (error instanceof WebAssembly.CompileError) fail(UNSUPPORTED, error);
    else if (error instanceof WebAssembly.LinkError) fail(UNSUPPORTED, error);
    else fail(UNREACHABLE, error);
  });
}
