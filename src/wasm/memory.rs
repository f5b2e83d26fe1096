//! Memory that a run is going to need.

use core::arch::wasm32::memory_size;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const PAGE: usize = 65_536;
/// The least and the most that is taken at once, in pages.
const LEAST: usize = 16;
const MOST: usize = 64;

/// Pages when memory was last reserved.
static PAGES: AtomicUsize = AtomicUsize::new(0);

/// Reserves up to an eighth more whenever memory has grown. V8 counts each growth as if all memory were new, so above
/// 64 MB it collects garbage at almost every one: a long run that grew page by page would spend its time there.
pub fn reserve() {
    let pages = memory_size::<0>();
    if pages == PAGES.load(Relaxed) {
        return;
    }
    let mut reserved = Vec::<u8>::new();
    // Freed at once: the allocator keeps the pages. If none are left, the run continues with what it has.
    let _ = reserved.try_reserve_exact((pages / 8).clamp(LEAST, MOST) * PAGE);
    drop(black_box(reserved));
    PAGES.store(memory_size::<0>(), Relaxed);
}
