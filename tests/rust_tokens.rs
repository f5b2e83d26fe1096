//! The Rust sources of the project as tokens, for the tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The folder of the project.
pub fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder, in order.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The tokens of a file.
pub fn tokens_of(file: &Path) -> TokenStream {
    fs::read_to_string(file).unwrap().parse().unwrap()
}

/// The tokens without attributes, doc comments among them, and without the items under `#[cfg(test)]`.
pub fn code_only(tokens: TokenStream) -> Vec<TokenTree> {
    let mut code = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_inner = is_punct(&token, '#') && tokens.peek().is_some_and(|next| is_punct(next, '!'));
        if is_inner {
            tokens.next();
        }
        let is_attribute = is_punct(&token, '#') && matches!(tokens.peek(), Some(TokenTree::Group(_)));
        let attribute = if is_attribute { tokens.next().unwrap().to_string() } else { String::new() };
        if attribute.replace(' ', "") == "[cfg(test)]" {
            let ends_item = |token: &TokenTree| is_punct(token, ';') || is_block(token);
            tokens.by_ref().find(ends_item);
        } else if !is_attribute {
            code.push(token);
        }
    }
    code
}

/// True for this sign.
pub fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == punct)
}

/// True for this word.
pub fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(found) if found == word)
}

/// True for what stands in braces.
pub fn is_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Calls `visit` with every token, those in brackets too.
pub fn each_token(tokens: impl IntoIterator<Item = TokenTree>, visit: &mut dyn FnMut(&TokenTree)) {
    for token in tokens {
        visit(&token);
        if let TokenTree::Group(group) = token {
            each_token(group.stream(), visit);
        }
    }
}
