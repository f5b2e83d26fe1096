//! Agents and hosts: what they are asked, which tools they have, what their replies do.
//!
//! | file | owns |
//! |---|---|
//! | `ask` | agent requests |
//! | `tools` | the tools a request offers: names, descriptions, input schemas |
//! | `meta` | tools that the host serves, and tools about the machine |
//! | `reply` | what a reply does, call by call |
//! | `requests` | information requests |
//! | `recording` | replies and answers that can be replayed |

pub mod ask;
pub mod meta;
pub mod recording;
pub mod reply;
pub mod requests;
pub mod tools;
