//! What the parser makes of texts, valid and broken.

mod cases;
mod colours;
mod dump;
mod lost_marks;
mod properties;
