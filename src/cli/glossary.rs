//! The words that need an explanation: `GLOSSARY.md`.

const PAGE: &str = include_str!("../../GLOSSARY.md");

/// Every word with its explanation, in the order of the page.
pub(crate) fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.lines().filter_map(|line| line.strip_prefix("* **")?.split_once("**: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_short_and_in_order() {
        let words: Vec<&str> = entries().map(|(word, _)| word).collect();
        assert_eq!(words.len(), PAGE.lines().filter(|line| line.starts_with('*')).count());
        assert!((20..=30).contains(&words.len()), "{} entries", words.len());
        assert!(words.is_sorted(), "{words:?}");
        assert!(entries().all(|(_, text)| text.ends_with('.')));
    }
}
