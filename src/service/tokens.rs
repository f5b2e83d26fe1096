//! The coloured parts of a text, with what the model knows of them.

use crate::machine::Machine;
use crate::machine::bind;
use crate::machine::model::{Class as NodeClass, NodeIdx, Origin};
use crate::quick::Map;
use crate::service::Uses;
use crate::service::uses::Target;
use crate::syntax::{Class, Highlight, highlight_within};
use crate::text::Span;

/// The coloured parts that touch a span, in order; `uses` are at least those within it.
///
/// Names of nodes have the class of their node as a modifier, and `created` or `deprecated` where that is so.
pub fn tokens(machine: &Machine, uses: &Uses, within: Span) -> Vec<Highlight> {
    let mut tokens = highlight_within(&machine.tree, within);
    // A node may have many annotations and many uses.
    let mut deprecated: Map<NodeIdx, bool> = Map::default();
    let mut is_deprecated = |node: NodeIdx| {
        *deprecated.entry(node).or_insert_with(|| machine.nodes[node].annotation(&["deprecated"]).is_some())
    };
    for token in &mut tokens {
        describe(machine, uses, token, &mut is_deprecated);
    }
    tokens
}

fn describe(machine: &Machine, uses: &Uses, token: &mut Highlight, is_deprecated: &mut dyn FnMut(NodeIdx) -> bool) {
    let named = matches!(
        token.class,
        Class::Node | Class::Variable | Class::Attribute | Class::Reference | Class::External | Class::ValueType
    );
    if !named {
        return;
    }
    // The last word of a dotted name names the target.
    let Some(name_use) = uses.inside(token.span).last() else {
        // A built-in name with a dot behind it looks like a node to the lexer.
        if token.class == Class::Node && bind::builtins().any(|word| word == machine.tree.str(token.span)) {
            token.class = Class::Variable;
        }
        return;
    };
    match &name_use.target {
        Target::Node(node) => {
            if token.class == Class::Variable {
                token.class = Class::Node;
            }
            modify(machine, *node, token);
            if is_deprecated(*node) {
                token.modifiers.push("deprecated");
            }
        }
        Target::Event(_) => token.modifiers.push("event"),
        Target::Field(..) if token.class == Class::Variable => token.class = Class::Attribute,
        _ => {}
    }
}

fn modify(machine: &Machine, node: NodeIdx, token: &mut Highlight) {
    let node = &machine.nodes[node];
    if node.class != NodeClass::Note {
        token.modifiers.push(node.class.word());
    }
    if node.origin == Origin::Created {
        token.modifiers.push("created");
    }
}
