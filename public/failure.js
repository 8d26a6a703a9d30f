// The failure screen, for a program that can't be loaded or panics. A plain script, as it must
// work without WebAssembly.
"use strict";
{
  // The same name as in src/storage/game.rs.
  const GAME = "four-shapes:game";

  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;

  // The reason as a data attribute of the failure screen.
  const reasonFor = (error) => {
    // boot.js throws a SyntaxError too.
    if (typeof WebAssembly !== "object" || error instanceof SyntaxError) return "unsupported";
    const { CompileError, LinkError, RuntimeError } = WebAssembly;
    if (error instanceof CompileError || error instanceof LinkError) return "unsupported";
    // Panics and exhausted memory are traps. A stack overflow is a different error in each
    // browser.
    const overflow = /recursion|call stack/.test(error?.message) && /wasm/.test(error.stack);
    return error instanceof RuntimeError || overflow ? "bug" : "unreachable";
  };

  const hasStoredGame = () => {
    try {
      return localStorage.getItem(GAME) !== null;
    } catch {
      return false;
    }
  };

  const fail = (error) => {
    if (!byId("failure").hidden) return;
    const reason = reasonFor(error);
    const isBug = reason === "bug";
    const hasGame = hasStoredGame();
    byId("failure-saved").hidden = !hasGame;
    // Only bugs can be caused by the link or the game. A link is suspected first, since each
    // reload would open it again; it may no longer be in the URL.
    const linked = isBug && (root.dataset.opening || location.hash);
    byId("without-link").hidden = !linked;
    byId("start-fresh").hidden = !isBug || !hasGame || linked;
    byId("failure-reason").textContent = byId("failure").dataset[reason];
    byId("failure-detail").textContent = String((isBug ? window.fourShapesPanic : null) ?? error);
    byId("app").inert = true;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    byId("failure").hidden = false;
    byId(linked ? "without-link" : "reload").focus();
    root.dataset.ready = "failed";
  };

  // Extensions and canceled requests cause other errors.
  const failIfBug = (error) => {
    if (reasonFor(error) === "bug") fail(error);
  };
  addEventListener("error", (event) => failIfBug(event.error));
  addEventListener("unhandledrejection", (event) => failIfBug(event.reason));

  // Copies a report of the failure, without personal data or the game.
  const copyReport = async () => {
    const { version } = root.dataset;
    const parts = [byId("failure-reason"), byId("failure-detail")].map((part) => part.textContent);
    const lines = ["Four Shapes", version, navigator.userAgent, ...parts].join("\n");
    // Nor the site's URL.
    const report = lines.replaceAll(new URL(".", location).href, "");
    const button = byId("report");
    try {
      await navigator.clipboard.writeText(report);
      button.textContent = button.dataset.copied;
    } catch {
      // Without a clipboard, selects the report for copying by hand.
      byId("failure-detail").textContent = report;
      getSelection().selectAllChildren(byId("failure-detail"));
      button.textContent = button.dataset.selected;
    }
  };

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

  byId("reload").addEventListener("click", () => location.reload());
  byId("start-fresh").addEventListener("click", startFresh);
  byId("without-link").addEventListener("click", openWithoutLink);
  byId("report").addEventListener("click", copyReport);

  // Called by boot.js if the program can't be started.
  window.fourShapesFail = fail;
}
