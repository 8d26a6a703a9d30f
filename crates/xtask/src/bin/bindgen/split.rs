//! Splits a program at its lazy functions (`#[wasm_split]`) into parts that share one memory.
//! A part is fetched when one of its functions is called for the first time.

use crate::{Result, script};
use std::{collections::BTreeMap, fs, path::Path};
use walrus::{Export, ExportItem, Module};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

/// Returns whether a program has the relocations needed for splitting (see `build.rs`).
pub(crate) fn is_splittable(program: &[u8]) -> bool {
    const RELOCATIONS: &[u8] = b"reloc.CODE";
    let mut windows = program.windows(RELOCATIONS.len());
    windows.any(|bytes| bytes == RELOCATIONS)
}

/// Splits a program. Writes the first part and its script into `folder`, as wasm-bindgen does,
/// and the other parts into `parts`, where `tools/finish.mjs` expects them.
pub(crate) fn split(program: &[u8], folder: &Path, name: &str, parts: &Path) -> Result {
    let temporary = folder.join(format!("{name}.split"));
    fs::create_dir_all(&temporary)?;
    fs::create_dir_all(parts)?;
    let first = temporary.join("first.wasm");
    let mut options = Options::new(program);
    options.output_dir = &temporary;
    options.main_out_path = &first;
    options.link_name = script::LOADERS;
    let output = transform(options)?;
    for part in &output.split_modules {
        let file = part.file_name().ok_or("a part has no name")?;
        fs::rename(part, parts.join(file))?;
    }
    let path = |file: String| format!("./parts/{file}.wasm");
    let files: BTreeMap<_, _> = output
        .prefetch_map
        .into_iter()
        .map(|(part, files)| (part, files.into_iter().map(path).collect()))
        .collect();

    let mut output = Bindgen::new()
        .web(true)?
        .input_bytes(name, without_streams(&fs::read(&first)?)?)
        // The parts import the table and the stack pointer.
        .keep_lld_exports(true)
        .typescript(false)
        .generate_output()?;
    let from_script = format!("./{name}_bg.js");
    let wasm = output.wasm_mut();
    let imported = wasm.imports.iter();
    let imported = imported.filter(|import| import.module == from_script);
    let imports = script::short_names(imported.map(|import| &*import.name));
    for import in wasm.imports.iter_mut() {
        if import.module == from_script {
            import.name.clone_from(&imports[&import.name]);
        }
    }
    // Other exports are used by the parts.
    let exported = wasm.exports.iter();
    let exported = exported.filter(|export| matches!(export.item, ExportItem::Function(_)));
    let exports = script::short_names(exported.map(|export| &*export.name));
    for export in wasm.exports.iter_mut() {
        if let Some(name) = exports.get(&export.name) {
            export.name.clone_from(name);
        }
    }
    output.emit(folder)?;

    let path = folder.join(format!("{name}.js"));
    let text = script::add_loaders(&fs::read_to_string(&path)?, &files)?;
    let text = script::rename_imports(&text, &imports)?;
    fs::write(path, script::rename_exports(&text, &exports))?;
    Ok(fs::remove_dir_all(temporary)?)
}

/// Removes the exports of Leptos for streams between page and server: 1.4 KB that the page
/// never uses.
fn without_streams(program: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(program)?;
    let exports = module.exports.iter();
    let streams = exports.filter(|export| export.name.contains("intounderlying"));
    let streams: Vec<_> = streams.map(Export::id).collect();
    for id in streams {
        module.exports.delete(id);
    }
    Ok(module.emit_wasm())
}
