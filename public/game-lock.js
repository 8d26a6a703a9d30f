// Only one tab at a time owns the current game, so that tabs do not overwrite each other's
// changes. The owner holds a lock (Web Locks API); other tabs wait and can request the game. An
// owner that releases it reloads, so that nothing of its program can move or store any more.
"use strict";
{
  const NAME = "four-shapes:tab";
  // Stored last by a tab that releases the game: a tab that sees it also sees everything stored
  // before.
  const MARK = "four-shapes:handed-over";
  // In milliseconds. A tab that does not respond in time is frozen or hangs.
  const TIMEOUT = 2000;
  const RETRY_INTERVAL = 250;

  const byId = (id) => document.getElementById(id);
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const channel = window.BroadcastChannel && new BroadcastChannel(NAME);
  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  let isOwner = false;
  // True until the owner is known.
  let claiming = true;
  let cancelRequest = () => {};
  let mark;

  // The action of this tab after a reload: "wait", even if the lock is free for a moment, or
  // "take" the game.
  const NEXT = "four-shapes:next";
  const setNext = (action) => {
    try {
      sessionStorage.setItem(NEXT, action);
    } catch {
      // Then it requests the lock as usual.
    }
  };
  const takeNext = () => {
    try {
      const action = sessionStorage.getItem(NEXT);
      sessionStorage.removeItem(NEXT);
      return action;
    } catch {
      return null;
    }
  };

  const stop = () => {
    isOwner = false;
    byId("app").inert = true;
    setNext("wait");
    // A computer player could still move until the page is unloaded.
    Storage.prototype.setItem = () => {};
    location.reload();
  };

  const release = () => {
    const text = `${Date.now()} ${Math.random()}`;
    try {
      localStorage.setItem(MARK, text);
      channel.postMessage({ mark: text });
    } catch {
      // Without storage, no game is stored.
    }
    stop();
  };

  const onMessage = ({ data }) => {
    if (data === "whose" && isOwner) channel.postMessage("mine");
    else if (data === "mine" && claiming) cancelRequest();
    else if (data === "give" && isOwner) release();
    else if (data?.mark) ({ mark } = data);
  };

  // Requests the lock, and holds it until the tab is closed or another one takes it. A request
  // that was canceled is not aborted, as Chromium ignores that for new requests, but releases
  // the lock immediately.
  const lock = (options) =>
    new Promise((resolve, reject) => {
      let canceled = false;
      cancelRequest = () => {
        canceled = true;
        reject();
      };
      const hold = (lock) => {
        if (!lock || canceled) return reject();
        isOwner = true;
        resolve();
        channel.postMessage("mine");
        return new Promise(() => {});
      };
      navigator.locks.request(NAME, options, hold).catch((error) => (isOwner ? stop() : reject(error)));
    });

  const lockWithTimeout = () => {
    const granted = lock({});
    setTimeout(cancelRequest, TIMEOUT);
    return granted;
  };

  // Takes the game from its owner, by force if that does not respond.
  const take = async () => {
    mark = undefined;
    const granted = lockWithTimeout();
    const ask = () => channel.postMessage("give");
    const timer = setInterval(ask, RETRY_INTERVAL);
    ask();
    try {
      await granted;
    } catch {
      if (!isOwner) await lock({ steal: true });
    } finally {
      clearInterval(timer);
    }
    // Wait until what the other tab has stored is visible here.
    for (let waited = 0; mark && waited < TIMEOUT; waited += 10) {
      if (localStorage.getItem(MARK) === mark) return;
      await sleep(10);
    }
  };

  // Shows that another tab owns the game, until this one does.
  const waitForOwner = () =>
    new Promise((resolve) => {
      const page = byId("elsewhere");
      const button = byId("play-here");
      // Another version of the page was activated. This tab has nothing to lose.
      const workers = navigator.serviceWorker;
      const reload = () => {
        setNext("wait");
        location.reload();
      };
      workers?.addEventListener("controllerchange", reload);
      // The game of a link can be viewed in this tab.
      addEventListener("hashchange", reload);
      const done = () => {
        workers?.removeEventListener("controllerchange", reload);
        removeEventListener("focus", tryLock);
        removeEventListener("hashchange", reload);
        page.hidden = true;
        byId("app").inert = false;
        resolve();
      };
      // The other tab may have been closed, or be closing.
      const tryLock = async () => {
        for (const wait of [0, RETRY_INTERVAL, 2 * RETRY_INTERVAL]) {
          await sleep(wait);
          if (page.hidden) return;
          await lock({ ifAvailable: true }).then(done, () => {});
        }
      };
      button.addEventListener("click", () => {
        button.disabled = true;
        take().then(done);
      });
      addEventListener("focus", tryLock);
      byId("app").inert = true;
      page.hidden = false;
      button.focus();
      document.documentElement.dataset.ready = "elsewhere";
    });

  const claim = async () => {
    // An embedded game stores nothing, so that it needs no owner.
    if (document.documentElement.dataset.embed !== undefined) return false;
    // Locks are missing in insecure contexts. There, the program does not overwrite games stored
    // by other tabs.
    if (!navigator.locks || !channel) return false;
    channel.onmessage = onMessage;
    let free = false;
    const next = takeNext();
    if (next === "take") {
      claiming = false;
      await take();
      return true;
    }
    if (next !== "wait") {
      const granted = lockWithTimeout();
      channel.postMessage("whose");
      free = await granted.then(
        () => true,
        () => false,
      );
    }
    claiming = false;
    await parsed;
    if (free) return false;
    // The link of a game that is played by links is for a move: it takes the game here.
    if (/[#&]game=/.test(location.hash)) {
      await take();
      return true;
    }
    // A read-only tab shows a shared game and stores nothing, or passes the answer to an invitation on
    // to the tab that waits for it.
    if (/[#&]v=|^#answer=/.test(location.hash)) {
      document.documentElement.dataset.readOnly = "true";
      return false;
    }
    await waitForOwner();
    return true;
  };

  // A page from the back/forward cache may be outdated.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

  // Resolves when the program may start, to whether the game was taken from another tab.
  window.fourShapesGameLock = claim();
  // Reloads a read-only tab, which then takes the game. If it took it first, no tab would own the
  // game during the reload.
  window.fourShapesTake = () => {
    setNext("take");
    location.reload();
  };
}
