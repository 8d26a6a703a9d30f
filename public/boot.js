// Starts the program, and controls the page before it runs. A separate plain script: the Content
// Security Policy forbids inline scripts, and it must work without WebAssembly.
"use strict";
{
  const byId = (id) => document.getElementById(id);

  const root = document.documentElement;

  // In a frame of another site: `?embed`, or `?embed=` and the origin of that site (src/embed.rs). Nothing that
  // the visitor has stored is read or changed: the storage of this page is in memory, and it has no database.
  const embed = new URLSearchParams(location.search).get("embed");
  if (embed !== null) {
    root.dataset.embed = embed;
    const inMemory = () => {
      const items = new Map();
      return {
        get length() {
          return items.size;
        },
        key: (i) => [...items.keys()][i] ?? null,
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, text) => void items.set(key, String(text)),
        removeItem: (key) => void items.delete(key),
      };
    };
    const [localStorage, sessionStorage] = [inMemory(), inMemory()];
    for (const [name, value] of Object.entries({ localStorage, sessionStorage, indexedDB: {} })) {
      Object.defineProperty(window, name, { value });
    }
    // Silent, as without the header there is no button for sounds.
    const settings = { format: "four-shapes-settings", version: 1, sound: false, vibration: false };
    localStorage.setItem("four-shapes:settings", JSON.stringify(settings));
  }

  // Settings as attributes of <html>. src/settings/preferences.rs updates them later, and
  // reports invalid ones.
  try {
    // Exceptions are slow, and on the first visit nothing is stored.
    const { format, version, ...settings } = JSON.parse(localStorage.getItem("four-shapes:settings")) ?? {};
    const isWord = (text) => /^[a-z\d-]{1,20}$/.test(text);
    for (const [name, value] of Object.entries(version <= 1 ? settings : {})) {
      if (isWord(name) && isWord(value)) root.setAttribute(`data-${name}`, value);
    }
  } catch {
    // Unreadable.
  }

  // The game that the program will open: the one in the link, or the stored one.
  const readGame = () => {
    const linked = /[#&]board=(\d+)x(\d+)/.exec(location.hash);
    if (linked) {
      const [columns, rows] = linked.slice(1).map(Number);
      return { isStarted: true, columns, rows, gravity: !/&gravity=no&/.test(location.hash) };
    }
    try {
      // The same name as in src/storage/game.rs.
      const stored = JSON.parse(localStorage.getItem("four-shapes:game"));
      if (stored === null) return {};
      const { rules, moves, players = [] } = stored;
      const names = players.slice(0, 99).map(({ name }) => String(name));
      const seats = [...document.querySelectorAll(".seat .name")].map((seat) => seat.textContent);
      const { columns, rows, connect, gravity } = rules;
      const isUntouched =
        `${[columns, rows, connect, gravity, moves, ...names]}` === `7,6,4,true,,${seats}` &&
        players.every(({ computer }) => !computer);
      return { ...rules, names, isStarted: !isUntouched };
    } catch {
      // Unreadable, which the program will report.
      return {};
    }
  };

  // Sets the size of the frame, so that the layout doesn't shift when the program takes over. The
  // program checks the size; here it only has to be harmless.
  const drawFrame = ({ columns, rows, gravity }) => {
    const board = byId("static-board");
    const isSize = (n) => Number.isInteger(n) && n > 0 && n < 100;
    const isValid = isSize(columns) && isSize(rows);
    root.style.setProperty("--columns", isValid ? columns : 7);
    root.style.setProperty("--rows", isValid ? rows : 6);
    const isWithout = isValid && gravity === false;
    root.style.setProperty("--gravity", isWithout ? 0 : 1);
    board.classList.toggle("no-gravity", isWithout);
  };

  // Creates a seat for each player, without pieces.
  const drawSeats = ({ names = [] }) => {
    const list = document.querySelector(".seats");
    const [first, second] = list.children;
    if (names.length < 2) return;
    while (list.children.length < names.length) list.append(second.cloneNode(true));
    names.forEach((name, i) => {
      const seat = list.children[i];
      if (seat.querySelector(".name").textContent === name) return;
      seat.querySelector(".name").textContent = name;
      seat.querySelector("path").removeAttribute("d");
      seat.querySelector(".detail").textContent = String.fromCharCode(160);
      seat.classList.toggle("to-move", false);
    });
    first.classList.remove("to-move");
  };

  // Only the page's own workers can be started.
  const WORKERS = /^(worker|game-worker|bot|bot-validator|sw)\.js$/;
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (text) => {
      const folder = new URL(".", document.baseURI).href;
      const { href } = new URL(text, folder);
      const [path] = href.split("?");
      return path.startsWith(folder) && WORKERS.test(path.slice(folder.length)) ? href : null;
    },
  });

  const { js, wasm } = byId("program").dataset;
  // The version in the URLs of worker files.
  root.dataset.version = wasm.split("/").pop();
  const url = (name) => new URL(name, document.baseURI);

  // A busy device may never be idle.
  const whenIdle = (act) =>
    window.requestIdleCallback ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act);

  const addStyles = (id, attributes) => {
    if (byId(id)) return;
    const link = document.createElement("link");
    Object.assign(link, { id, rel: "stylesheet", ...attributes }).href = url(`${id}.css?${wasm}`);
    document.head.append(link);
  };

  // The typeface is not seen to change: it is applied before the first paint, if the service
  // worker has it, or when a page takes the place of the board or of another page.
  let painted = false;
  requestAnimationFrame(() => (painted = true));
  let face;
  const loadTypeface = async () => {
    if (face) return;
    face = new FontFace("Nunito", `url(${url("nunito.woff2")})`, { weight: "200 1000" });
    await face.load();
    if (!painted) return document.fonts.add(face);
    const place = () => document.querySelector(".place")?.id;
    const first = place();
    const observer = new MutationObserver(() => {
      if (place() === first) return;
      observer.disconnect();
      document.fonts.add(face);
    });
    observer.observe(byId("app"), { childList: true, subtree: true });
  };
  if (embed !== null) addStyles("embedded", { blocking: "render" });
  const addTypeface = () => loadTypeface().catch(() => {});
  if (navigator.serviceWorker?.controller) addTypeface();

  // Applies attributes of <html> where style sheets can't.
  const syncAttributes = () => {
    const { board = "flat", labels, palette = "standard", ready, sound, vibration } = root.dataset;
    if (ready === "unreachable") window.fourShapesFail("stored");
    if (palette !== "standard" || board !== "flat" || labels === "both") {
      addStyles("palettes", { blocking: "render" });
    }
    // Not needed for the first screen. The settings show all palettes.
    if (ready === "true" && !byId("dialogs")) {
      addStyles("dialogs");
      whenIdle(() => {
        addStyles("palettes");
        addTypeface();
      });
    }
    const on = sound !== "false" || vibration !== "false";
    byId("mute")?.setAttribute("aria-pressed", on);
    // Computing it earlier would have the static page laid out.
    if (!ready) return;
    const { backgroundColor } = getComputedStyle(document.body);
    for (const meta of document.getElementsByName("theme-color")) meta.content = backgroundColor;
  };
  syncAttributes();
  new MutationObserver(syncAttributes).observe(root, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", syncAttributes);

  // What the style sheets need: see BROWSERS in tools/finish.mjs.
  const isSupported = () =>
    typeof WebAssembly === "object" &&
    CSS.supports("selector(:has(a))") &&
    CSS.supports("color", "color-mix(in srgb, red, red)");

  const compile = async () => {
    if (!isSupported()) throw new SyntaxError(navigator.userAgent);
    const response = await fetch(url(wasm));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    // Streaming compilation requires the MIME type, which some servers lack.
    return response.headers.get("content-type") === "application/wasm"
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  };

  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  // Compile while the rest of the page is loading.
  const fetchModule = (name) => import(url(name));
  const loaded = Promise.all([fetchModule(js), compile()]);

  // service-worker-registration.js registers the service worker, when idle, so as not to slow down the first moves.
  const LATER_MS = 3000;
  // If that fails, the page only isn't available offline.
  const loadRest = () => fetchModule(`service-worker-registration.js?${wasm}`).catch(() => {});
  const loadLater = () => embed === null && setTimeout(() => whenIdle(loadRest), LATER_MS);

  // Resolves with an element as soon as it exists, before it is painted.
  const whenElementExists = (selector) =>
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
    const game = readGame();
    drawFrame(game);
    drawSeats(game);
    // As src/play/start.rs.
    document.querySelector("main").classList.toggle("starting", !game.isStarted);
  };

  const start = async () => {
    await whenElementExists(".actions");
    draw();
    await parsed;
    // See game-lock.js. The other tab may have stored another game.
    const taken = await window.fourShapesGameLock;
    if (taken) draw();
    const [program, module] = await loaded;
    await program.default({ module_or_path: module });
    if (taken) whenElementExists(".board [tabindex='0']").then((button) => button.focus());
    loadLater();
  };
  // If the program arrives before the first paint, that does without the static page, which would take as long as
  // the program itself. Not for long: it may have to wait for another tab or for a part.
  let hasArrived = false;
  requestAnimationFrame(() => {
    root.toggleAttribute("data-arrived", hasArrived);
    setTimeout(() => root.removeAttribute("data-arrived"), 200);
  });
  // `start` reports the failure.
  loaded.then(
    () => (hasArrived = true),
    () => {},
  );
  // See failure.js, which runs when the page is parsed.
  start().catch((error) => parsed.then(() => window.fourShapesFail(error)));
}
