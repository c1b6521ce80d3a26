//! Foreign text in XML and HTML, escaped so that none of its characters is markup.

/// Replaces control characters, and characters that XML forbids, by spaces.
pub(super) fn plain(text: &str) -> String {
    let is_shown =
        |c: char| "\n\t".contains(c) || !c.is_control() && !"\u{fffe}\u{ffff}".contains(c);
    text.chars().map(|c| if is_shown(c) { c } else { ' ' }).collect()
}

/// Makes a text [`plain`], and escapes it for use between tags.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes a text and puts it on one line, for use between tags or in quoted attributes of XML or HTML.
pub(super) fn line(line: &str) -> String {
    text(line).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        assert_eq!(text("<a b='c'>&\"\u{1b}\n"), "&lt;a b=&#39;c&#39;&gt;&amp;&quot; \n");
        assert_eq!(line("a\r\nb\tc\u{ffff}"), "a  b c ");
    }
}
