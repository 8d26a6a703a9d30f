// The loaders of the program's parts, which share the memory and functions of the first.
const loaders = (() => {
    const instantiate = async (file) => {
        const response = await fetch(new URL(file, import.meta.url));
        // The server has another version of the page by now: see src/parts.rs.
        if (response.status === 404) document.documentElement.dataset.outdated = "true";
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        const imports = { __wasm_split: wasm };
        // Streaming requires the MIME type, which some servers don't send.
        return response.headers.get("content-type") === "application/wasm"
            ? WebAssembly.instantiateStreaming(response, imports)
            : WebAssembly.instantiate(await response.arrayBuffer(), imports);
    };
    // Failed files are fetched again by the next call.
    const loaded = {};
    const load = (file) =>
        (loaded[file] ??= instantiate(file).catch((error) => {
            delete loaded[file];
            throw error;
        }));
    const loader = (files) => async (callback, data) => {
        const success = await Promise.all(files.map(load)).then(
            () => true,
            (error) => {
                // The browser reports failed fetches itself, unless the page is being left,
                // when nothing is wrong.
                const isFetch = error instanceof TypeError || error instanceof DOMException;
                if (!isFetch) console.warn(String(error));
                return false;
            },
        );
        wasm.__indirect_function_table.get(callback)(data, success);
    };
    return PARTS;
})();
