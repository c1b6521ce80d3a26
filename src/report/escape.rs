//! Foreign text in XML and HTML, escaped so that none of its characters is markup.

/// A text between tags. Characters that XML forbids become spaces.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes a text and puts it on one line, for use between tags or in quoted attributes of XML or HTML.
pub fn line(line: &str) -> String {
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
