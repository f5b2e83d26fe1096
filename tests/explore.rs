//! Exploring: what is found in machines, what is not, and that every trace leads where its finding says.

mod bounds;
mod gallery;
mod names;
mod planted;
mod properties;
mod random;
mod shortest;
mod whole;
