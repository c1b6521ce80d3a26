/// The similarity (0 to 1) above which one word counts as a misspelling of another.
const ALIKE: f64 = 0.85;

/// Returns the known word that is most similar to another word, if one is similar enough.
///
/// `words` gives each known word with its meaning.
pub(crate) fn nearest<T>(word: &str, words: impl IntoIterator<Item = (String, T)>) -> Option<T> {
    words
        .into_iter()
        .map(|(known, meant)| (strsim::jaro_winkler(word, &known), meant))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, meant)| meant)
}

/// The error for a word that does not name a known rule, check, event or the like.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {what}{}", suggestion(*nearest))]
pub struct UnknownName {
    /// What the word should name, with its article.
    what: &'static str,
    text: String,
    nearest: Option<&'static str>,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!(": did you mean `{nearest}`?")).unwrap_or_default()
}

impl UnknownName {
    /// Makes the error for an unknown word where a `what` was expected, with the known words.
    pub(crate) fn new(
        what: &'static str,
        text: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> UnknownName {
        let nearest = nearest(text, known.into_iter().map(|name| (name.to_owned(), name)));
        UnknownName { what, text: text.to_owned(), nearest }
    }
}
