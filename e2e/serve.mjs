// A small web server for the built page.
//
//   node serve.mjs DIST [--port N] [--host ADDRESS] [--base PATH]

import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import sirv from "sirv";

/**
 * Serves a folder under a path that starts and ends with a slash; optionally compressed, from
 * `.gz` files.
 */
export function serve(folder, { port = 0, host = "127.0.0.1", base = "/", gzip = false } = {}) {
  const files = sirv(folder, { dev: true, etag: true, gzip });
  const notFound = (response) => {
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("Not found\n");
  };
  const server = createServer((request, response) => {
    if (!request.url.startsWith(base)) {
      notFound(response);
      return;
    }
    request.url = `/${request.url.slice(base.length)}`;
    files(request, response, () => notFound(response));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

function usage(problem) {
  console.error(`serve: ${problem}\nusage: serve.mjs DIST [--port N] [--host ADDRESS] [--base PATH]`);
  process.exit(2);
}

async function main() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: "string", default: "8080" },
        host: { type: "string", default: "127.0.0.1" },
        base: { type: "string", default: "/" },
      },
    });
  } catch (error) {
    usage(error.message);
  }
  const { positionals, values } = parsed;
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) usage("name one folder");
  if (!existsSync(`${folder}/index.html`)) usage(`${folder} has no index.html`);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535) usage(`${values.port} is no port`);
  if (!/^\/(.*\/)?$/.test(values.base)) usage(`${values.base} must begin and end with a slash`);
  try {
    const server = await serve(folder, { port, host: values.host, base: values.base });
    const host = values.host === "127.0.0.1" ? "localhost" : values.host;
    console.log(`\nFour Shapes is at http://${host}:${server.address().port}${values.base}`);
    console.log("Stop it with Ctrl-C.");
  } catch (error) {
    if (error.code === "EADDRINUSE") {
      usage(`port ${port} is in use by another program; choose one with --port`);
    }
    usage(error.message);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
