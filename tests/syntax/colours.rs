//! What colour the parts of a text have.

use tracklight::syntax;

/// `text:class` for every part, modifiers behind.
fn colours(source: &str) -> String {
    let tree = syntax::parse(source);
    let parts: Vec<String> = syntax::highlight(&tree)
        .iter()
        .map(|part| {
            let modifiers: String = part.modifiers.iter().map(|word| format!("+{word}")).collect();
            format!("{}:{}{modifiers}", tree.str(part.span), part.class.word())
        })
        .collect();
    parts.join(" ")
}

fn check(source: &str, expected: &[&str]) {
    assert_eq!(colours(source), expected.join(" "), "{source}");
}

#[test]
fn declarations_name_their_parts() {
    check(
        "machine \"M\" @Version(\"1\") // note",
        &[
            "machine:keyword",
            "\"M\":title",
            "@Version:annotation",
            "(:punctuation \"1\":string ):punctuation",
            "// note:comment",
        ],
    );
    check(
        "task a \"T\" { n<List<Card>?> @minimum(0): -1; b: true, c: card.x; d: 30s }",
        &[
            "task:type a:node+declaration \"T\":title {:punctuation n:attribute <:punctuation List:valueType",
            "<:punctuation Card:valueType >:punctuation ?:punctuation >:punctuation",
            "@minimum:annotation (:punctuation 0:number ):punctuation ::punctuation -1:number ;:punctuation",
            "b:attribute ::punctuation true:constant ,:punctuation c:attribute ::punctuation card.x:reference \
             ;:punctuation",
            "d:attribute ::punctuation 30s:number }:punctuation",
        ],
    );
    check("note a.b #x", &["note:type a.b:node #x:error"]);
}

#[test]
fn imports_have_their_keywords() {
    check(
        "import { a, b as c } from \"d\"",
        &[
            "import:keyword {:punctuation a:node ,:punctuation b:node as:keyword c:node+declaration }:punctuation",
            "from:keyword \"d\":string",
        ],
    );
}

#[test]
fn labels_have_keys_texts_and_conditions() {
    check(
        "a \"1\" -go home, when: x.y > size(z), retry: 1/2-> b.c o--> d { k: #e }",
        &[
            "a:node \"1\":multiplicity -:arrow go home:label ,:punctuation when:labelKey ::punctuation x:node \
             .:punctuation",
            "y:attribute >:operator size:variable (:punctuation z:variable ):punctuation ,:punctuation retry:labelKey",
            "::punctuation 1/2:label ->:arrow b.c:node o-->:arrow d:node {:punctuation k:attribute ::punctuation",
            "#e:external }:punctuation",
        ],
    );
    check(
        "a -if: \"n == 1\"-> b",
        &["a:node -:arrow if:labelKey ::punctuation \":condition n:variable ==:operator 1:number \":condition \
             ->:arrow b:node"],
    );
}

#[test]
fn placeholders_are_coloured_where_they_count() {
    check(
        "task a { prompt: \"Say {{ Ctx.x }}!\"; note: \"{{ x }}\" }",
        &[
            "task:type a:node+declaration {:punctuation prompt:attribute ::punctuation \"Say :string {{:template \
             Ctx:node",
            ".:punctuation x:attribute }}:template !\":string ;:punctuation note:attribute ::punctuation",
            "\"{{ x }}\":string }:punctuation",
        ],
    );
}

#[test]
fn text_without_meaning_is_marked_and_comments_in_it_are_not() {
    check(
        "state a § 1\n) x /* why */ 2",
        &["state:type a:node+declaration §:error 1:error ):error x:error /* why */:comment 2:error"],
    );
}
