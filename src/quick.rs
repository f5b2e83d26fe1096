//! Hash maps by names and indices.
//!
//! The standard hash withstands keys that are made to collide, and costs more than all else a look-up of a short name
//! does. Its secret is none in wasm, where it has no source of chance; so nothing is lost here.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map by names or indices.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
/// A set of names or indices.
pub type Set<K> = HashSet<K, BuildHasherDefault<Quick>>;

/// FNV-1a over the bytes of a text; numbers, and the end of a text, are mixed in by a multiplication and a fold.
#[derive(Default)]
pub struct Quick(u64);

impl Quick {
    #[inline]
    fn mix(&mut self, part: u64) {
        self.0 = (self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
