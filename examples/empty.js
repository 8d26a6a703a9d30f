// Starts the empty page in the same way as public/boot.js starts the real one.
const { js, wasm } = document.getElementById("program").dataset;
const url = (name) => new URL(name, document.baseURI);
const compiled = WebAssembly.compileStreaming(fetch(url(wasm)));
import(url(js)).then(async (program) => program.default({ module_or_path: await compiled }));
