//! Which links can be kept so that nothing contains itself.

/// The most steps spent on links that lie on cycles. Beyond that, they are dropped unchecked.
const STEPS: usize = 2_000_000;

/// True for each link, of those between `count` nodes in their order, that closes no cycle with the ones before it.
/// Linear where there is no cycle.
pub fn settle(count: usize, links: &[(u32, u32)]) -> Vec<bool> {
    let tangled = tangled(count, links);
    let is_tangled = |node: u32| tangled.get(node as usize).copied().unwrap_or_default();
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut seen = vec![0u32; count];
    let mut steps = 0;
    let mut kept_links = Vec::with_capacity(links.len());
    for (round, (parent, child)) in links.iter().enumerate() {
        if !is_tangled(*parent) || !is_tangled(*child) {
            kept_links.push(true);
            continue;
        }
        let round = round as u32 + 1;
        let mut open = vec![*child];
        let mut closes = parent == child;
        while let Some(at) = open.pop().filter(|_| !closes && steps < STEPS) {
            for next in below.get(at as usize).into_iter().flatten() {
                steps += 1;
                closes |= next == parent;
                if let Some(seen) = seen.get_mut(*next as usize).filter(|seen| **seen != round) {
                    *seen = round;
                    open.push(*next);
                }
            }
        }
        let keep = !closes && steps < STEPS;
        if let Some(list) = below.get_mut(*parent as usize).filter(|_| keep) {
            list.push(*child);
        }
        kept_links.push(keep);
    }
    kept_links
}

/// Nodes that remain when those without parents, and then those without children, are removed one by one.
fn tangled(count: usize, links: &[(u32, u32)]) -> Vec<bool> {
    let mut entangled = vec![true; count];
    for turned in [false, true] {
        let ends = |link: &(u32, u32)| if turned { (link.1, link.0) } else { *link };
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut above = vec![0u32; count];
        for link in links {
            let (from, to) = ends(link);
            if let (Some(list), Some(number)) = (below.get_mut(from as usize), above.get_mut(to as usize)) {
                list.push(to);
                *number += 1;
            }
        }
        let mut open: Vec<u32> = (0..count as u32).filter(|at| above.get(*at as usize) == Some(&0)).collect();
        while let Some(at) = open.pop() {
            if let Some(entangled) = entangled.get_mut(at as usize) {
                *entangled = false;
            }
            for to in below.get(at as usize).into_iter().flatten() {
                if let Some(number) = above.get_mut(*to as usize) {
                    *number -= 1;
                    if *number == 0 {
                        open.push(*to);
                    }
                }
            }
        }
    }
    entangled
}
