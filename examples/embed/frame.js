// Sends commands to the game in the frame, and shows what it reports.
"use strict";
{
  const byId = (id) => document.getElementById(id);
  const frame = byId("game");
  const game = new URL("https://four-shapes.example/");

  const send = (command) => frame.contentWindow.postMessage({ fourShapes: 1, ...command }, game.origin);

  const describe = ({ type, status, player, moves, message }) => {
    if (type === "error") return `Refused: ${message}`;
    if (status === "won") return `Player ${player + 1} has won: ${moves}`;
    if (status === "drawn") return `A draw: ${moves}`;
    return `Player ${player + 1} to move after ${moves || "no moves"}`;
  };

  addEventListener("message", (event) => {
    // Others can send messages too.
    if (event.source !== frame.contentWindow || event.origin !== game.origin) return;
    if (event.data?.fourShapes !== 1) return;
    const { type, id, position } = event.data;
    if (type === "ready") for (const name of ["load", "get"]) byId(name).disabled = false;
    byId("state").textContent = id === "copy" ? position : describe(event.data);
  });

  byId("load").addEventListener("click", () => send({ type: "load", moves: "44455" }));
  byId("get").addEventListener("click", () => send({ type: "get", id: "copy" }));

  // Names the origin of this page, which may then send commands.
  game.search = `?embed=${location.origin}`;
  // Only now, so that no message is missed.
  frame.src = game.href;
}
