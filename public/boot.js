// Starts the program, and stands in for it before it runs and after it failed.
// A plain script of its own, because the page's security policy allows no
// inline ones and because it has to work when WebAssembly does not.
"use strict";
{
  // The same name as in src/storage/mod.rs.
  const GAME = "four-shapes:game";

  const byId = (id) => document.getElementById(id);

  // What has been set, as attributes; src/settings/preferences.rs keeps them current, and
  // complains if something else is stored.
  const root = document.documentElement;
  const SETTINGS = "theme palette size labels digits confirm sound volume vibration motion help";
  try {
    const kept = JSON.parse(localStorage.getItem("four-shapes:settings"));
    if (kept.version <= 1) {
      for (const name of SETTINGS.split(" ")) {
        const word = String(kept[name] ?? "");
        if (/^\w{1,9}$/.test(word)) root.dataset[name] = word;
      }
    }
  } catch {
    // Nothing stored, or nothing readable.
  }

  // The game that the program will show: the one in the link, or else the last.
  const lastGame = () => {
    const linked = /[#&]board=(\d+)x(\d+)/.exec(location.hash);
    const all = linked ? linked.slice(1).map(Number) : [7, 6];
    let [columns, rows, gravity, players] = [...all, !/&gravity=no&/.test(location.hash), []];
    if (!linked) {
      try {
        const game = JSON.parse(localStorage.getItem(GAME));
        const { rules } = game;
        [columns, rows, gravity] = [rules.columns, rules.rows, rules.gravity];
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
    board.classList.toggle("no-gravity", !gravity);
    const above = gravity ? 100 : 0;
    svg.setAttribute("viewBox", `0 -${above} ${width} ${above + height + 60}`);
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
      seat.querySelector(".detail").textContent = String.fromCharCode(160);
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

  // The reason is "bug", "unsupported" or "unreachable".
  const fail = (reason, detail) => {
    if (!byId("failure").hidden) return;
    byId("failure-saved").hidden = stored() === null;
    // Only a program that fails may fail because of the link or the game; the link would
    // be opened again with every reload, and the game is not to blame for it.
    // It may not be in the address any more when it fails.
    const linked = reason === "bug" && (root.dataset.opening || location.hash);
    byId("without-link").hidden = !linked;
    byId("start-fresh").hidden = stored() === null || reason !== "bug" || linked;
    byId("failure-reason").textContent = byId("failure").dataset[reason];
    byId("failure-detail").textContent = String(detail);
    byId("app").inert = true;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    byId("failure").hidden = false;
    byId(linked ? "without-link" : "reload").focus();
    root.dataset.ready = "failed";
  };

  // What happened, and in which program; nothing of the person or the game.
  const copyReport = async () => {
    const { version } = root.dataset;
    const parts = [byId("failure-reason"), byId("failure-detail")].map((part) => part.textContent);
    const said = ["Four Shapes", version, navigator.userAgent, ...parts].join("\n");
    // Nor where it is played.
    const report = said.replaceAll(new URL(".", location).href, "");
    const button = byId("report");
    try {
      await navigator.clipboard.writeText(report);
      button.textContent = button.dataset.copied;
    } catch {
      // Where there is no clipboard it can be copied by hand.
      byId("failure-detail").textContent = report;
      getSelection().selectAllChildren(byId("failure-detail"));
      button.textContent = button.dataset.selected;
    }
  };

  // A panic ends in a trap of the program, and so does full memory. A full stack
  // is an error of the browser's own that differs from one to the other.
  const trapped = (error) =>
    (typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError) ||
    (error instanceof Error && /recursion|call stack/.test(error.message) && /wasm/.test(error.stack));
  const watch = (error) => {
    if (trapped(error)) fail("bug", window.fourShapesPanic ?? error);
  };
  addEventListener("error", (event) => watch(event.error));
  addEventListener("unhandledrejection", (event) => watch(event.reason));

  const openWithoutLink = () => {
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  };

  const startFresh = () => {
    try {
      let n = 1;
      while (localStorage.getItem(`${GAME}:aside:${n}`) !== null) n++;
      localStorage.setItem(`${GAME}:aside:${n}`, localStorage.getItem(GAME));
      localStorage.removeItem(GAME);
      location.reload();
    } catch (error) {
      byId("failure-detail").textContent = `${byId("report").dataset.blocked} ${error}`;
    }
  };

  // Only our own workers may be started, whatever a bug in a program asks for.
  const WORKERS = /^(worker|game-worker|bot-validator|sw)\.js$/;
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (text) => {
      const folder = new URL(".", document.baseURI).href;
      const { href } = new URL(text, folder);
      const [path] = href.split("?");
      return path.startsWith(folder) && WORKERS.test(path.slice(folder.length)) ? href : null;
    },
  });

  // A press is meant for the button on which it began, also if that has moved away from
  // under the pointer meanwhile: for a game that was read, or a computer's move.
  let pressed;
  const press = ({ target, clientX, clientY }) => {
    pressed = { button: target.closest("button"), clientX, clientY };
  };
  const release = (event) => {
    const { button, clientX, clientY } = pressed ?? {};
    pressed = undefined;
    // Neither by key nor by a program.
    const { detail, isTrusted, target } = event;
    if (!isTrusted || !detail || !button?.isConnected || button.contains(target)) return;
    // Whoever moves the pointer away has thought better of it.
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > 9) return;
    if (document.querySelector("dialog[open]")?.contains(button) === false) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  };
  addEventListener("pointerdown", press, true);
  addEventListener("click", release, true);

  const { js, wasm } = byId("program").dataset;
  // What the workers' files are asked for with.
  root.dataset.version = wasm.split("/").pop();
  const url = (name) => new URL(name, document.baseURI);

  // Follows the attributes where style sheets can't.
  const follow = () => {
    const { palette = "standard", ready, sound, vibration } = root.dataset;
    if (ready === "unreachable") fail("unreachable", "stored");
    if (palette !== "standard" && !byId("palettes")) {
      const link = document.createElement("link");
      const all = { id: "palettes", rel: "stylesheet", blocking: "render" };
      Object.assign(link, all).href = url(`palettes.css?${wasm}`);
      document.head.append(link);
    }
    const on = sound !== "false" || vibration !== "false";
    byId("mute")?.setAttribute("aria-pressed", on);
    if (document.readyState !== "complete") return;
    const { backgroundColor } = getComputedStyle(document.body);
    for (const meta of document.getElementsByName("theme-color")) meta.content = backgroundColor;
  };
  follow();
  addEventListener("load", follow);
  new MutationObserver(follow).observe(root, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);

  const compile = async () => {
    if (typeof WebAssembly !== "object") throw new Error(navigator.userAgent);
    const response = await fetch(url(wasm));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    // Not every server knows the type, without which there is no streaming.
    return response.headers.get("content-type") === "application/wasm"
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  };

  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  // Compile while the rest of the page is still on its way.
  const fetchModule = (name) => import(url(name));
  const loaded = Promise.all([fetchModule(js), compile()]);

  // What keeps the page for the next time comes a while after it, in a quiet moment: not in
  // the way of the first moves.
  const LATER = 3000;
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  // Without it the page is only not kept.
  const loadRest = () => fetchModule(`later.js?${wasm}`).catch(() => {});
  const loadLater = () => setTimeout(() => whenIdle(loadRest), LATER);

  // In the first task after a frame, or at once where none is drawn, in the background.
  const painted = () =>
    new Promise((done) => {
      if (document.hidden) return done();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      requestAnimationFrame(() => port2.postMessage(0));
      setTimeout(done, 300);
    });

  // As soon as an element is there, and so before anything of it is seen.
  const whenThere = (selector) =>
    new Promise((done) => {
      const look = () => {
        const found = document.querySelector(selector);
        if (!found) return;
        observer.disconnect();
        done(found);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      look();
    });

  const draw = () => {
    const game = lastGame();
    drawFrame(game);
    drawSeats(game);
  };

  const start = async () => {
    await whenThere(".actions");
    draw();
    // The page is seen before the program has it to itself for a while.
    const seen = painted();
    await parsed;
    byId("reload").addEventListener("click", () => location.reload());
    byId("start-fresh").addEventListener("click", startFresh);
    byId("without-link").addEventListener("click", openWithoutLink);
    byId("report").addEventListener("click", copyReport);
    // See tab.js. Another tab may have gone on with another game.
    const taken = await window.fourShapesTab;
    if (taken) draw();
    await seen;
    const [program, module] = await loaded;
    await program.default({ module_or_path: module });
    if (taken) whenThere(".board [tabindex='0']").then((button) => button.focus());
    loadLater();
  };
  // An early failure is reported below, when there is a page to do it on.
  loaded.catch(() => {});
  start().catch((error) => {
    if (typeof WebAssembly !== "object") fail("unsupported", error);
    else if (trapped(error)) watch(error);
    else if (error instanceof WebAssembly.CompileError) fail("unsupported", error);
    else if (error instanceof WebAssembly.LinkError) fail("unsupported", error);
    else fail("unreachable", error);
  });
}
