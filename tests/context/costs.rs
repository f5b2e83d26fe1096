//! What texts cost.

use tracklight::context::cost::Media;

#[test]
fn the_empty_text_costs_nothing_and_code_costs_more_than_prose() {
    let media = [Media::Prose, Media::Code, Media::Markup, Media::Data, Media::Binary];
    for one in media {
        assert_eq!(one.text(""), 0);
    }
    let line = "a line of thirty-nine characters, said.";
    assert_eq!(line.chars().count(), 39);
    assert_eq!(media.map(|one| one.text(line)), [10, 12, 14, 16, 40]);
}

#[test]
fn a_text_costs_the_sum_of_its_lines_and_counts_characters() {
    assert_eq!(Media::Prose.text("abc\n\nabcd"), 1 + 1 + 2);
    assert_eq!(Media::Prose.text("🌊🌊🌊"), 1, "an emoji is one character");
    assert_eq!(Media::Data.line(1_000_000), 400_001);
}

#[test]
fn media_by_extension_ignore_case() {
    let word = |name: &str| Media::of_name(name).word();
    assert_eq!(
        ["plan", "report.MD", "page.Html", "rows.CSV", "main.RS", "photo.PNG", "odd.xyz"].map(word),
        ["prose", "prose", "markup", "data", "code", "binary", "prose"]
    );
}
