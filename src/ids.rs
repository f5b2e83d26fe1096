//! The ids of paths, agent requests and information requests.

use std::fmt;
use std::sync::Arc;

use crate::json::{ToJson, Writer};

/// `1`, `1.2`, `1.2.1`: the second child of path 1, and its first. Ordered number by number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(Arc<[u32]>);

impl PathId {
    /// The start path with this number, from 1.
    pub fn start(number: u32) -> Self {
        PathId(Arc::from([number]))
    }

    /// The child with this number, from 1.
    pub fn child(&self, number: u32) -> Self {
        PathId(self.0.iter().copied().chain([number]).collect())
    }

    /// The path it was forked from; `None` for start paths.
    pub fn parent(&self) -> Option<Self> {
        self.ancestor(self.0.len().checked_sub(1)?)
    }

    /// The path itself or its ancestor whose id has this many numbers.
    pub fn ancestor(&self, length: usize) -> Option<Self> {
        if length == 0 { None } else { Some(PathId(self.0.get(..length)?.into())) }
    }

    /// How many numbers the id has.
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// How many numbers two ids begin with alike.
    pub fn shared(&self, other: &Self) -> usize {
        self.0.iter().zip(other.0.iter()).take_while(|(a, b)| a == b).count()
    }

    /// Reads `1.2.1`.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u32>> = text
            .split('.')
            .map(|part| part.parse().ok().filter(|number| *number > 0 && !part.starts_with(['0', '+'])))
            .collect();
        Some(PathId(numbers?.into()))
    }
}

impl fmt::Display for PathId {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (at, number) in self.0.iter().enumerate() {
            write!(out, "{}{number}", if at > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}

impl PathId {
    /// The same as it is displayed. The formatter of the standard library is slow in a build for size.
    fn put(&self, out: &mut Writer) {
        for (at, number) in self.0.iter().enumerate() {
            if at > 0 {
                out.raw(".");
            }
            out.number(f64::from(*number));
        }
    }
}

impl ToJson for PathId {
    fn write(&self, out: &mut Writer) {
        out.raw("\"");
        self.put(out);
        out.raw("\"");
    }
}

/// An id made of a path and a number: `agent-1.2-3`, `req-1.2-3`.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name {
            /// The path.
            pub path: PathId,
            /// From 1 in each path.
            pub number: u32,
        }

        impl $name {
            /// Reads an id; `None` if it has another form.
            pub fn parse(text: &str) -> Option<Self> {
                let (path, written) = text.strip_prefix($prefix)?.rsplit_once('-')?;
                // One id has one form.
                let number = written.parse().ok().filter(|number| *number > 0 && !written.starts_with(['0', '+']))?;
                Some(Self { path: PathId::parse(path)?, number })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
                write!(out, "{}{}-{}", $prefix, self.path, self.number)
            }
        }

        impl ToJson for $name {
            fn write(&self, out: &mut Writer) {
                out.raw(concat!("\"", $prefix));
                self.path.put(out);
                out.raw("-");
                out.number(f64::from(self.number));
                out.raw("\"");
            }
        }
    };
}

numbered! {
    /// What an agent is asked under.
    AgentId, "agent-"
}
numbered! {
    /// An information request.
    RequestId, "req-"
}
