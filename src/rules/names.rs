use std::fmt;

/// How much alike two words are, from 0 to 1, when one is taken for a slip of the other.
const ALIKE: f64 = 0.85;

/// The known word that another is most like, if it is like one.
///
/// `words` gives each known word with what is meant by it.
pub(crate) fn nearest<T>(word: &str, words: impl IntoIterator<Item = (String, T)>) -> Option<T> {
    words
        .into_iter()
        .map(|(known, meant)| (strsim::jaro_winkler(word, &known), meant))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, meant)| meant)
}

/// A word that is not on the list it should be on: no rule, no check, no event of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What it should name, with its article.
    what: &'static str,
    text: String,
    nearest: Option<&'static str>,
}

impl UnknownName {
    /// A word that names no `what`, of which these are known.
    pub(crate) fn new(
        what: &'static str,
        text: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> UnknownName {
        let nearest = nearest(text, known.into_iter().map(|name| (name.to_owned(), name)));
        UnknownName { what, text: text.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.what)?;
        match self.nearest {
            Some(nearest) => write!(f, ": did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}
