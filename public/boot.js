// Starts the program, and stands in for it before it runs and after it failed.
// A plain script of its own, because the page's security policy allows no
// inline ones and because it has to work when WebAssembly does not.
"use strict";
{
  // The same name as in src/store/mod.rs.
  const GAME = "four-shapes:game";

  const byId = (id) => document.getElementById(id);

  // The empty frame for the size of the last game, so that the board does not
  // change its size when the program takes over. The path is the one that
  // src/board/frame.rs draws.
  const drawFrame = () => {
    let columns = 7;
    let rows = 6;
    try {
      const { rules } = JSON.parse(localStorage.getItem(GAME));
      const allowed = (n) => Number.isInteger(n) && n >= 3 && n <= 15;
      if (allowed(rules.columns) && allowed(rules.rows)) ({ columns, rows } = rules);
    } catch {
      // Nothing stored, or nothing readable: the program will say which.
    }
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
    svg.setAttribute("viewBox", `0 -100 ${width} ${height + 160}`);
    svg.firstElementChild.setAttribute("d", path);
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

  const start = async () => {
    await parsed;
    byId("reload").addEventListener("click", () => location.reload());
    byId("start-afresh").addEventListener("click", startAfresh);
    drawFrame();
    const [{ default: run }, module] = await loaded;
    await run({ module_or_path: module });
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
