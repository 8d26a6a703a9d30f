// The game in progress belongs to one tab at a time, so that no two of them write
// over each other. A lock of the browser says which one has it; the others wait and
// can ask for it. A tab that gives it up reloads, and so becomes one that waits:
// nothing of its program is left that could still move or store anything.
"use strict";
{
  const NAME = "four-shapes:tab";
  // Stored last by a tab that gives the game up: where this is seen, so is everything
  // that was stored before it.
  const MARK = "four-shapes:handed-over";
  // Milliseconds. A tab that takes longer than this to answer is frozen, or hangs.
  const PATIENCE = 2000;
  const AGAIN = 250;

  const byId = (id) => document.getElementById(id);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const channel = window.BroadcastChannel && new BroadcastChannel(NAME);
  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  let mine = false;
  // Until it is known whose the game is.
  let claiming = true;
  let giveUp = () => {};
  let mark;

  // What this tab does after a reload: "wait", even if the game is free for a moment, or
  // "take" it over.
  const NEXT = "four-shapes:next";
  const setNext = (what) => {
    try {
      sessionStorage.setItem(NEXT, what);
    } catch {
      // Then it asks whose the game is.
    }
  };
  const takeNext = () => {
    try {
      const what = sessionStorage.getItem(NEXT);
      sessionStorage.removeItem(NEXT);
      return what;
    } catch {
      return null;
    }
  };

  const stop = () => {
    mine = false;
    byId("app").inert = true;
    setNext("wait");
    // Until the page is gone a computer could still move.
    Storage.prototype.setItem = () => {};
    location.reload();
  };

  const handOver = () => {
    const text = `${Date.now()} ${Math.random()}`;
    try {
      localStorage.setItem(MARK, text);
      channel.postMessage({ mark: text });
    } catch {
      // Without storage there is nothing to hand over.
    }
    stop();
  };

  const hear = ({ data }) => {
    if (data === "whose" && mine) channel.postMessage("mine");
    else if (data === "mine" && claiming) giveUp();
    else if (data === "give" && mine) handOver();
    else if (data?.mark) ({ mark } = data);
  };

  // Waits for the lock and keeps it until the tab is closed or another one takes it.
  // Who has given up lets it go at once; Chromium forgets to abort a young request.
  const lock = (options) =>
    new Promise((granted, refused) => {
      let wanted = true;
      giveUp = () => {
        wanted = false;
        refused();
      };
      const keep = (lock) => {
        if (!lock || !wanted) return refused();
        mine = true;
        granted();
        channel.postMessage("mine");
        return new Promise(() => {});
      };
      navigator.locks.request(NAME, options, keep).catch((error) => (mine ? stop() : refused(error)));
    });

  const wait = () => {
    const granted = lock({});
    setTimeout(giveUp, PATIENCE);
    return granted;
  };

  // Takes the game over from the tab that has it; from one that hangs, by force.
  const take = async () => {
    mark = undefined;
    const granted = wait();
    const ask = () => channel.postMessage("give");
    const asking = setInterval(ask, AGAIN);
    ask();
    try {
      await granted;
    } catch {
      if (!mine) await lock({ steal: true });
    } finally {
      clearInterval(asking);
    }
    // What the other one stored may take a moment to be seen here.
    for (let waited = 0; mark && waited < PATIENCE; waited += 10) {
      if (localStorage.getItem(MARK) === mark) return;
      await pause(10);
    }
  };

  // Says where the game is, until it is here.
  const elsewhere = () =>
    new Promise((here) => {
      const page = byId("elsewhere");
      const button = byId("play-here");
      // Another version of the page has begun: there is nothing here to be lost.
      const workers = navigator.serviceWorker;
      const follow = () => {
        setNext("wait");
        location.reload();
      };
      workers?.addEventListener("controllerchange", follow);
      // Or a link to a game, which can be looked at here.
      addEventListener("hashchange", follow);
      const done = () => {
        workers?.removeEventListener("controllerchange", follow);
        removeEventListener("focus", look);
        removeEventListener("hashchange", follow);
        page.hidden = true;
        byId("app").inert = false;
        here();
      };
      // The other tab may have been closed meanwhile, or just now.
      const look = async () => {
        for (const wait of [0, AGAIN, 2 * AGAIN]) {
          await pause(wait);
          if (page.hidden) return;
          await lock({ ifAvailable: true }).then(done, () => {});
        }
      };
      button.addEventListener("click", () => {
        button.disabled = true;
        take().then(done);
      });
      addEventListener("focus", look);
      byId("app").inert = true;
      page.hidden = false;
      button.focus();
      document.documentElement.dataset.ready = "elsewhere";
    });

  const claim = async () => {
    // Pages that were not loaded over https have no locks. There the program notices
    // that another tab has stored a game, and leaves it alone.
    if (!navigator.locks || !channel) return false;
    channel.onmessage = hear;
    let free = false;
    const next = takeNext();
    if (next === "take") {
      claiming = false;
      await take();
      return true;
    }
    if (next !== "wait") {
      const granted = wait();
      channel.postMessage("whose");
      free = await granted.then(
        () => true,
        () => false,
      );
    }
    claiming = false;
    await parsed;
    if (free) return false;
    // A shared game can be looked at beside the tab that plays; nothing is stored here.
    if (/[#&]v=/.test(location.hash)) {
      document.documentElement.dataset.guest = "true";
      return false;
    }
    await elsewhere();
    return true;
  };

  // A page that the browser has kept in memory may show what was long ago.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

  // Resolves when the program may start: with whether somebody asked for the game here.
  window.fourShapesTab = claim();
  // For a guest: starts anew with the game, and with the link. It is taken after the reload,
  // during which nobody would have it.
  window.fourShapesTake = () => {
    setNext("take");
    location.reload();
  };
}
