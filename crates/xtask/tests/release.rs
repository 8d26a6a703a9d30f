//! Checks what the manifests and workflows say about releases.

use std::{fs, path::Path};

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(file)).expect("a file of the repository")
}

/// Returns the values of a key in lines such as `key = "value"` and `- key: value`.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key))
        .filter_map(|rest| rest.trim_start().strip_prefix([':', '=']))
        .map(|value| value.trim().trim_matches('"'))
        .collect()
}

#[test]
fn binstall_looks_for_released_files() {
    let workflow = read(".github/workflows/release.yml");
    let manifest = read("crates/cli/Cargo.toml");
    let script = read("tools/pack.sh");
    let names = values(&script, "name");
    let name = names.iter().find(|name| name.ends_with("-$target"));
    let name = name
        .expect("the name of the archives")
        .replace("$version", "{ version }")
        .replace("$target", "{ target }");
    let folder = "{ repo }/releases/download/v{ version }/";
    let archives = [".tar.gz", ".zip"].map(|suffix| format!("{folder}{name}{suffix}"));
    assert_eq!(values(&manifest, "pkg-url"), archives);
    let program = format!("{name}/{{ bin }}{{ binary-ext }}");
    assert_eq!(values(&manifest, "bin-dir"), [program]);
    // The zip files are those for Windows.
    let targets = values(&workflow, "target");
    let windows: Vec<&str> = targets
        .into_iter()
        .filter(|target| target.contains("windows"))
        .collect();
    assert!(!windows.is_empty(), "{workflow}");
    for target in windows {
        let section = format!("[package.metadata.binstall.overrides.{target}]\n");
        assert!(manifest.contains(&section), "{section}");
    }
}

#[test]
fn libraries_have_the_same_minimum_version_of_rust() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // The other crates need the version of the workspace.
    let versions: Vec<String> = fs::read_dir(crates)
        .expect("the folder of the crates")
        .map(|entry| entry.expect("a crate").path().join("Cargo.toml"))
        .map(|manifest| fs::read_to_string(manifest).expect("a manifest"))
        .flat_map(|manifest| {
            let own = values(&manifest, "rust-version").into_iter();
            own.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    assert!(versions.len() > 1, "{versions:?}");
    assert!(
        versions.iter().all(|version| *version == versions[0]),
        "{versions:?}"
    );
    assert!(read("CONTRIBUTING.md").contains(&format!("Rust {},", versions[0])));
}

/// Every published package names the repository, at the address in the workspace's manifest.
#[test]
fn the_repository_has_one_address() {
    let manifest = read("Cargo.toml");
    let address = values(&manifest, "repository")[0];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut published = Vec::new();
    for entry in fs::read_dir(crates).expect("the folder of the crates") {
        let folder = entry.expect("a crate").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        if manifest.contains("\npublish") {
            continue;
        }
        let package = values(&manifest, "name")[0].to_owned();
        assert!(
            manifest.contains("\nrepository.workspace = true\n"),
            "{package}"
        );
        published.push(package);
    }
    let workflow = read(".github/workflows/release.yml");
    for package in &published {
        // The terminal program is no library.
        let is_compared = package == "four-shapes-cli" || workflow.contains(package);
        assert!(is_compared, "the release does not check {package}");
    }
    let npm = read("npm/package.json");
    assert!(
        npm.contains(&format!("\"url\": \"git+{address}.git\"")),
        "{npm}"
    );
    let mut named = 0;
    for folder in [".", "docs", "npm"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(folder);
        for entry in fs::read_dir(folder).expect("a folder of documents") {
            let file = entry.expect("a file").path();
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a document");
            for part in text.split("https://github.com/").skip(1) {
                let mut parts = part.split(['/', ' ', ')', '\n']);
                if let (Some(owner), Some("four-shapes")) = (parts.next(), parts.next()) {
                    named += 1;
                    let found = format!("https://github.com/{owner}/four-shapes");
                    assert_eq!(found, address, "{}", file.display());
                }
            }
        }
    }
    assert!(published.len() > 5 && named > 0);
}
