//! A tree as short text: one line an item, what belongs to it behind it, blocks indented.

use tracklight::syntax::tree::*;

/// All items with their blocks.
pub fn tree(tree: &Tree) -> String {
    let mut out = String::new();
    items(tree, &tree.items, 0, &mut out);
    out
}

/// Every item of the tree, without its block, and where it starts.
pub fn lines(tree: &Tree) -> Vec<(u32, String)> {
    fn walk(tree: &Tree, items: &[Item], out: &mut Vec<(u32, String)>) {
        for one in items {
            let (start, line, block) = item(tree, one);
            if !matches!(one, Item::Error(_)) {
                out.push((start, line));
            }
            walk(tree, block, out);
        }
    }
    let mut out = Vec::new();
    walk(tree, &tree.items, &mut out);
    out
}

fn items(tree: &Tree, list: &[Item], depth: usize, out: &mut String) {
    for one in list {
        let (_, line, block) = item(tree, one);
        out.push_str(&format!("{}{line}\n", "  ".repeat(depth)));
        items(tree, block, depth + 1, out);
    }
}

fn item<'t>(tree: &Tree, item: &'t Item) -> (u32, String, &'t [Item]) {
    match item {
        Item::Import(import) => {
            let symbols: Vec<String> = import
                .symbols
                .iter()
                .map(|symbol| match &symbol.alias {
                    Some(alias) => format!("{} as {}", name(tree, &symbol.name), tree.str(alias.span)),
                    None => name(tree, &symbol.name),
                })
                .collect();
            let path = import.path.as_ref().map_or("-".to_owned(), |path| format!("{:?}", path.value));
            (import.span.start, format!("import {} from {path}", symbols.join(", ")), &[])
        }
        Item::Header(header) => {
            let title = header.title.as_ref().map_or("-".to_owned(), |title| format!("{:?}", title.value));
            let line = format!("machine {title}{}", annotations(tree, &header.annotations));
            (header.span.start, line, header.block.as_ref().map_or(&[], |block| &block.items))
        }
        Item::Node(one) => (one.span.start, node(tree, one), one.block.as_ref().map_or(&[], |block| &block.items)),
        Item::Edge(one) => (one.span.start, edge(tree, one), &[]),
        Item::Attribute(one) => (one.span.start, attribute(tree, one), &[]),
        Item::Error(span) => (span.start, format!("error {:?}", tree.str(*span)), &[]),
    }
}

fn node(tree: &Tree, node: &Node) -> String {
    let names: Vec<String> = node
        .names
        .iter()
        .map(|named| {
            let title = named.title.as_ref().map_or(String::new(), |title| format!(" {:?}", title.value));
            format!("{}{title}{}", name(tree, &named.name), annotations(tree, &named.annotations))
        })
        .collect();
    let leading = annotations(tree, &node.leading);
    let leading = leading.strip_prefix(' ').map_or(String::new(), |leading| format!("{leading} "));
    let kind = node.kind.map_or("node", |kind| tree.str(kind.span));
    format!("{leading}{kind} {}", names.join(", "))
}

fn edge(tree: &Tree, edge: &Edge) -> String {
    let mut line = format!("edge {}", names(tree, &edge.sources));
    for segment in &edge.segments {
        if let Some(text) = &segment.source_multiplicity {
            line.push_str(&format!(" {:?}", text.value));
        }
        line.push_str(&format!(" {}", segment.arrow.text()));
        if let Some(label) = &segment.label {
            let pieces: Vec<String> = label.pieces.iter().map(|one| piece(tree, one)).collect();
            line.push_str(&format!("[{}]", pieces.join(" | ")));
        }
        if let Some(text) = &segment.target_multiplicity {
            line.push_str(&format!(" {:?}", text.value));
        }
        line.push_str(&format!(" {}", names(tree, &segment.targets)));
    }
    line.push_str(&annotations(tree, &edge.annotations));
    if let Some(block) = &edge.block {
        line.push_str(&format!(" {}", map(tree, &block.attributes)));
    }
    for declared in &edge.declarations {
        line.push_str(&format!(" declares {}", node(tree, declared)));
        if let Some(block) = &declared.block {
            line.push_str(&format!(" of {} items", block.items.len()));
        }
    }
    line
}

fn piece(tree: &Tree, piece: &Piece) -> String {
    match piece {
        Piece::Annotation(one) => annotation(tree, one),
        Piece::Condition { key, text, quoted, span } => {
            assert!(text.contains(['"', '\'']) || tree.str(*span) == &**text, "{text}");
            let quoted = if *quoted { " quoted" } else { "" };
            format!("condition{quoted} {} `{text}`", tree.str(key.span))
        }
        Piece::Attribute { key, value } => format!("{}: {}", key.text, val(tree, value)),
        Piece::Text { value, quoted: true, .. } => format!("{value:?}"),
        Piece::Text { value, .. } => format!("words `{value}`"),
        Piece::Value(value) => val(tree, value),
    }
}

fn attribute(tree: &Tree, attribute: &Attribute) -> String {
    let kind = attribute.kind.as_ref().map_or(String::new(), |kind| format!("<{}>", type_text(tree, kind)));
    let value = attribute.value.as_ref().map_or(String::new(), |value| format!(": {}", val(tree, value)));
    format!("{}{kind}{}{value}", attribute.key.text, annotations(tree, &attribute.annotations))
}

fn type_text(tree: &Tree, kind: &Type) -> String {
    let text = match &kind.kind {
        TypeKind::Named { name: of, args } if args.is_empty() => name(tree, of),
        TypeKind::Named { name: of, args } => {
            let args: Vec<String> = args.iter().map(|arg| type_text(tree, arg)).collect();
            format!("{}<{}>", name(tree, of), args.join(", "))
        }
        TypeKind::Union(literals) => {
            literals.iter().map(|literal| literal.value.to_json()).collect::<Vec<_>>().join(" | ")
        }
    };
    format!("{text}{}", if kind.optional { "?" } else { "" })
}

fn annotations(tree: &Tree, list: &[Annotation]) -> String {
    list.iter().map(|one| format!(" {}", annotation(tree, one))).collect()
}

fn annotation(tree: &Tree, annotation: &Annotation) -> String {
    let args = annotation.args.as_ref().map_or(String::new(), |args| {
        let args: Vec<String> = args
            .iter()
            .map(|arg| {
                let key = arg.key.as_ref().map_or(String::new(), |key| format!("{}: ", key.text));
                format!("{key}{}", val(tree, &arg.value))
            })
            .collect();
        format!("({})", args.join("; "))
    });
    format!("@{}{args}", tree.str(annotation.name.span))
}

fn map(tree: &Tree, attributes: &[Attribute]) -> String {
    let entries: Vec<String> = attributes.iter().map(|one| attribute(tree, one)).collect();
    format!("{{{}}}", entries.join("; "))
}

fn val(tree: &Tree, value: &Val) -> String {
    match &value.kind {
        ValKind::Str(text) => format!("{text:?}"),
        ValKind::Num(number) => format!("{number}"),
        ValKind::Word(text) => format!("word `{text}`"),
        ValKind::External(text) => text.to_string(),
        ValKind::Name(of) => name(tree, of),
        ValKind::Raw(text) => format!("raw `{text}`"),
        ValKind::List(values) => {
            let values: Vec<String> = values.iter().map(|one| val(tree, one)).collect();
            format!("[{}]", values.join(", "))
        }
        ValKind::Map(attributes) => map(tree, attributes),
    }
}

fn names(tree: &Tree, list: &[Name]) -> String {
    list.iter().map(|one| name(tree, one)).collect::<Vec<_>>().join(", ")
}

fn name(tree: &Tree, name: &Name) -> String {
    name.segments.iter().map(|segment| tree.str(segment.span)).collect::<Vec<_>>().join(".")
}
