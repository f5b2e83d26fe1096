//! What the parser makes of texts, valid and broken.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

#[path = "syntax/cases.rs"]
mod cases;
#[path = "syntax/colours.rs"]
mod colours;
#[path = "syntax/dump.rs"]
mod dump;
#[path = "syntax/lost_marks.rs"]
mod lost_marks;
#[path = "syntax/properties.rs"]
mod properties;
