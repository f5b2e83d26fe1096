//! Cycles of a graph, found without recursion.

/// The strongly connected component of each vertex, as the number of one of its vertices.
///
/// `arcs` has the vertices that each vertex leads to.
pub(crate) fn components(arcs: &[Vec<usize>]) -> Vec<usize> {
    let count = arcs.len();
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    for root in 0..count {
        let mut open = vec![(root, 0usize)];
        if seen.get_mut(root).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        while let Some((at, next)) = open.pop() {
            let Some(child) = arcs.get(at).and_then(|list| list.get(next)).copied() else {
                order.push(at);
                continue;
            };
            open.push((at, next + 1));
            if seen.get_mut(child).is_some_and(|seen| !std::mem::replace(seen, true)) {
                open.push((child, 0));
            }
        }
    }
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (parent, list) in arcs.iter().enumerate() {
        for child in list {
            if let Some(parents) = back.get_mut(*child) {
                parents.push(parent);
            }
        }
    }
    let mut component = vec![usize::MAX; count];
    for root in order.into_iter().rev() {
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            let Some(slot) = component.get_mut(at).filter(|slot| **slot == usize::MAX) else { continue };
            *slot = root;
            open.extend(back.get(at).into_iter().flatten());
        }
    }
    component
}
