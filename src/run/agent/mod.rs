//! Agents and hosts: what they are asked, which tools they have, what their replies do.
//!
//! | file | owns |
//! |---|---|
//! | `ask` | agent requests |
//! | `tool` | what a tool is, and its name |
//! | `tools` | the tools a request offers, with descriptions and input schemas |
//! | `meta` | tools that the host serves, and tools about the machine |
//! | `call` | replies as data |
//! | `reply` | what a reply does, call by call |
//! | `requests` | information requests |
//! | `recording` | replies and answers that can be replayed |

pub mod ask;
pub mod call;
pub mod meta;
pub mod recording;
pub mod reply;
pub mod requests;
pub mod tool;
pub mod tools;
