//! The colors of a drawing: what each is for, and its value on a light and on a dark ground.
//!
//! The page has them as custom properties (`www/src/ui/tokens.css`), which it puts in place of the light values
//! (`www/src/diagram/palette.ts`); a test of the page holds the three together.

use crate::view::options::Theme;

macro_rules! palette {
    ($($(#[$doc:meta])* $name:ident $light:literal $dark:literal,)*) => {
        /// The colors of a theme.
        pub struct Palette {
            $($(#[$doc])* pub $name: &'static str,)*
            /// Of paths, in order of creation.
            pub paths: [&'static str; 8],
        }

        const LIGHT: Palette = Palette {
            $($name: $light,)*
            paths: ["#0b5fa5", "#a84300", "#00704a", "#7e3a96", "#7a5200", "#006872", "#a81f55", "#4a5568"],
        };

        const DARK: Palette = Palette {
            $($name: $dark,)*
            paths: ["#6cb4f5", "#ff9b66", "#4fcb9b", "#d39be8", "#e3b341", "#5cc8d3", "#ff8ab3", "#b5c0cf"],
        };
    };
}

palette! {
    /// The ground of everything.
    canvas "#fafbfc" "#151a20",
    /// The ground of prompts and rows.
    panel "#ffffff" "#12171d",
    /// Text.
    ink "#1f2933" "#dfe5ec",
    /// Text that matters less.
    ink_soft "#566270" "#a3aebb",
    /// Labels of data edges.
    data_ink "#2f6d42" "#7cc08e",
    /// Where a run starts.
    init_fill "#fdeed8" "#35290f",
    /// Its line.
    init_line "#b87a1c" "#b98a3c",
    /// Where it ends.
    end_fill "#f0f2f5" "#2a313b",
    /// Its line.
    end_line "#4a5563" "#b5c0cd",
    /// Tasks.
    task_fill "#e2eefb" "#17304a",
    /// Their line.
    task_line "#5b8bc0" "#5187bd",
    /// States.
    state_fill "#eee7fa" "#2e2444",
    /// Their line.
    state_line "#8f70bd" "#8b73b8",
    /// Nodes of other kinds.
    plain_fill "#eef1f4" "#262e38",
    /// Their line.
    plain_line "#7d8894" "#74808e",
    /// Contexts.
    context_fill "#e1f3e5" "#17331f",
    /// Their line.
    context_line "#5a9769" "#569366",
    /// Tools.
    tool_fill "#faf4cd" "#343013",
    /// Their line.
    tool_line "#958420" "#958734",
    /// Types.
    type_fill "#f3f4f6" "#222932",
    /// Notes.
    note_fill "#fffbe3" "#2b2911",
    /// Their line.
    note_line "#9c8f34" "#857b3c",
    /// Containers.
    cluster_fill "#f3f5f8" "#1a2028",
    /// Their line.
    cluster_line "#8390a0" "#5f6b79",
    /// Edges.
    edge "#66727f" "#8894a2",
    /// Data edges.
    data "#4d8a5d" "#5c9c6d",
    /// Edges that matter less.
    quiet "#828e9b" "#73808d",
    /// Failures, and edges that force.
    danger "#c22f2f" "#f47c7c",
    /// Where paths stand.
    current "#1a7f37" "#56c271",
    /// Where paths were.
    visited "#5c7799" "#7f9cc0",
    /// Where paths wait, and what stands out.
    accent "#1d5fbf" "#7fb2f5",
    /// Where paths wait for answers.
    answers "#8a3fa8" "#cf93e6",
    /// Where paths cannot go on.
    blocked "#a85a00" "#eba550",
    /// The ground of a value that the last action changed.
    changed_fill "#fdeeb5" "#4d3f10",
    /// The ground of a value that does not fit any more.
    invalid_fill "#ffe0e0" "#562626",
}

impl Palette {
    /// The colors of a theme.
    pub fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The color of the path with this position in order of creation.
    pub fn path(&self, before: usize) -> &'static str {
        self.paths.get(before % self.paths.len()).unwrap_or(&self.ink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_and_lines_stand_out_from_their_grounds_in_both_themes() {
        for palette in [&LIGHT, &DARK] {
            let p = palette;
            let fills = [p.init_fill, p.end_fill, p.task_fill, p.state_fill, p.plain_fill, p.context_fill];
            let more = [p.tool_fill, p.type_fill, p.note_fill, p.cluster_fill, p.panel, p.canvas];
            for fill in fills.into_iter().chain(more) {
                assert!(contrast(p.ink, fill) >= 4.5 && contrast(p.ink_soft, fill) >= 4.5, "{fill}");
            }
            for ground in [p.canvas, p.cluster_fill] {
                assert!(contrast(p.data_ink, ground) >= 4.5 && contrast(p.danger, ground) >= 4.5, "{ground}");
            }
            for ink in p.paths {
                assert!(contrast(ink, p.panel) >= 6.0, "{ink}");
            }
            assert!(contrast(p.ink, p.changed_fill) >= 4.5 && contrast(p.ink, p.invalid_fill) >= 4.5);
            let lines = [p.init_line, p.end_line, p.task_line, p.state_line, p.plain_line, p.context_line];
            let more = [p.tool_line, p.note_line, p.cluster_line, p.edge, p.data, p.quiet, p.danger];
            let states = [p.current, p.visited, p.accent, p.answers, p.blocked];
            for line in lines.into_iter().chain(more).chain(states) {
                assert!(contrast(line, p.canvas) >= 3.0, "{line}");
            }
            for state in [p.current, p.accent, p.answers, p.blocked, p.danger] {
                for fill in [p.task_fill, p.state_fill, p.init_fill] {
                    assert!(contrast(state, fill) >= 4.2, "{state} on {fill}");
                }
            }
        }
    }

    #[test]
    fn every_color_is_one_of_six_digits() {
        for palette in [&LIGHT, &DARK] {
            for color in [palette.canvas, palette.ink, palette.danger].into_iter().chain(palette.paths) {
                assert!(color.len() == 7 && color.starts_with('#'));
            }
            assert_eq!(palette.path(9), palette.paths[1]);
        }
    }
}
