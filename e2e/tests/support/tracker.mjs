// A WebTorrent tracker on this computer, and pages whose host has named it.

import Server from "bittorrent-tracker/server";
import { parseServers, withServers } from "../../../tools/online.mjs";

/** Starts a tracker; the port 0 is any free one. */
export async function startTracker(port = 0) {
  const server = new Server({ http: false, udp: false, ws: true, stats: false });
  const sockets = new Set();
  server.http.on("connection", (socket) => sockets.add(socket));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: server.ws.address().port,
    url: `ws://127.0.0.1:${server.ws.address().port}`,
    async stop() {
      if (server.destroyed) return;
      // Otherwise it waits for them.
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves the page in a context as if it were built with this tracker in `online.json`. */
export async function nameTracker(context, tracker) {
  // Chromium takes the page, which comes from the test, for one of a public network.
  await context.grantPermissions(["local-network-access"]);
  const servers = parseServers(JSON.stringify({ tracker }));
  await context.route(
    (url) => url.pathname.endsWith("/"),
    async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/<meta name="online" content="[^"]*"/, '<meta name="online" content="{}"');
      await route.fulfill({ response, body: withServers(html, servers) });
    },
  );
}
