//! Stamps the commit and tables the examples.
//!
//! `TRACKLIGHT_COMMIT` is the commit that holds these sources, as the build of the wasm package says
//! (`www/build/wasm.mjs`); in any other build it is `unknown`.
//! `OUT_DIR/examples.rs` holds `EXAMPLES`, the gallery as `(name, source)` pairs in name order. Only native tests
//! include it; the page fetches the same files, so the wasm carries none of them.

use std::{
    env, fs,
    io::{Error, Result},
    path::Path,
};

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=TRACKLIGHT_COMMIT");
    let commit = env::var("TRACKLIGHT_COMMIT").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo:rustc-env=TRACKLIGHT_COMMIT={commit}");
    let table = example_table(&Path::new(&variable("CARGO_MANIFEST_DIR")?).join("www/examples"))?;
    fs::write(Path::new(&variable("OUT_DIR")?).join("examples.rs"), table)
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(Error::other)
}

/// Rust source of the table. Paths are written, not texts: `include_str!` makes the compiler watch each file.
fn example_table(folder: &Path) -> Result<String> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut paths = Vec::new();
    if folder.exists() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "dygram") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let mut table =
        String::from("/// The gallery: name and source, in name order.\npub const EXAMPLES: &[(&str, &str)] = &[\n");
    for path in &paths {
        let name = path.file_stem().unwrap_or_default();
        table.push_str(&format!("    ({name:?}, include_str!({path:?})),\n"));
    }
    table.push_str("];\n");
    Ok(table)
}
