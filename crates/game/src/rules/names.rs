/// The similarity (0 to 1) above which one word counts as a misspelling of another.
const ALIKE: f64 = 0.85;

/// Returns the known word that is most similar to another word, if one is similar enough.
///
/// `words` gives each known word with its meaning.
pub fn nearest<T>(word: &str, words: impl IntoIterator<Item = (String, T)>) -> Option<T> {
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
    /// The kind of name that was expected, with its article.
    what: &'static str,
    text: String,
    nearest: Option<&'static str>,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!(": did you mean `{nearest}`?")).unwrap_or_default()
}

impl UnknownName {
    /// Makes the error for an unknown word. `what` is the kind of name that was expected.
    pub fn new(
        what: &'static str,
        text: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> UnknownName {
        let nearest = nearest(text, known.into_iter().map(|name| (name.to_owned(), name)));
        UnknownName { what, text: text.to_owned(), nearest }
    }
}

/// Makes an enum of named values. Each has a line of documentation, a name in Rust and a name in reports. With `described`, the
/// line is also the text of the value in reports.
#[macro_export]
#[doc(hidden)]
macro_rules! named {
    (described $(#[$doc:meta])+ $vis:vis enum $Enum:ident {$(
        $(#[doc = $text:literal])+ $Name:ident = $id:literal,
    )+}) => {
        $crate::named! { $(#[$doc])+ $vis enum $Enum { $($(#[doc = $text])+ $Name = $id,)+ } }

        impl $Enum {
            /// Describes the value.
            pub fn text(self) -> &'static str {
                match self { $($Enum::$Name => concat!($($text),+).trim_ascii(),)+ }
            }
        }
    };
    ($(#[$doc:meta])+ $vis:vis enum $Enum:ident { $($(#[$about:meta])+ $Name:ident = $id:literal,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $Enum { $($(#[$about])+ $Name,)+ }

        impl $Enum {
            /// All values, in their order.
            $vis const ALL: [$Enum; [$($id,)+].len()] = [$($Enum::$Name,)+];

            /// Returns the name of the value in reports.
            $vis fn id(self) -> &'static str {
                match self { $($Enum::$Name => $id,)+ }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.id())
            }
        }
    };
}
