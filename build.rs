//! Stamps the commit and tables the examples.
//!
//! `TRACKLIGHT_COMMIT` is the short commit of a release build made in a checkout, otherwise `unknown`: stamping
//! debug builds too would compile every native test anew after each commit.
//! `OUT_DIR/examples.rs` holds `EXAMPLES`, the gallery as `(name, source)` pairs in name order. Only native tests
//! include it; the page fetches the same files, so the wasm carries none of them.

use std::{
    env, fs,
    io::{Error, Result},
    path::{Path, PathBuf},
    process::Command,
};

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let commit = if variable("PROFILE")? == "release" { stamped_commit(&root) } else { None };
    println!("cargo:rustc-env=TRACKLIGHT_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    let table = example_table(&root.join("www/examples"))?;
    fs::write(Path::new(&variable("OUT_DIR")?).join("examples.rs"), table)
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(Error::other)
}

/// The commit of the checkout whose top is `root`. A tarball has none, even when it was unpacked inside some other
/// project's checkout.
fn stamped_commit(root: &Path) -> Option<String> {
    if !git(root, &["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    // The log of HEAD grows with every commit and switch, and git knows where it is in a linked worktree too.
    // A path that does not exist would run this script on every build.
    for name in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", name])?);
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    git(root, &["rev-parse", "--short=12", "HEAD"])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
