//! The frame of a page: one file that opens from disk and loads nothing from the network.

use crate::report::escape::line;
use std::fmt::{self, Write};

/// The content security policy of a page, as an element of its head: the page may only use its own script and
/// style.
const PAGE_POLICY: &str = include_str!("policy.html");
/// The style of a page, light or dark, on paper or on a phone.
const PAGE_STYLE: &str = include_str!("page.css");
/// Steps through the games on a page, and changes its colors.
const SCRIPT: &str = include_str!("page.js");

/// A page with the look of a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// The title.
    pub title: &'a str,
    /// The tool that made the page: `superko` and its version.
    pub made_by: &'a str,
    /// Links to other pages, at the top: the address and the text of each.
    pub links: &'a [(&'a str, &'a str)],
    /// The contents, as HTML.
    pub body: &'a str,
    /// More style, after that of all pages.
    pub style: &'a str,
    /// Another script, after that of all pages.
    pub script: &'a str,
}

impl Page<'_> {
    /// Returns the page as HTML.
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let Page { title, made_by, links, body, style, script } = self;
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             {PAGE_POLICY}<link rel=\"icon\" href=\"data:,\">\n\
             <title>{}</title>\n<style>\n{PAGE_STYLE}{style}</style>\n</head>\n<body>",
            line(title)
        )?;
        writeln!(out, "<header><p class=\"tool\">Superko <span>{}</span></p>", line(made_by))?;
        for (address, text) in *links {
            writeln!(out, "<a href=\"{}\">{}</a>", line(address), line(text))?;
        }
        writeln!(
            out,
            "<button id=\"theme\" type=\"button\" hidden>Dark</button></header>\n<main>"
        )?;
        write!(out, "{body}</main>\n<script>\n{SCRIPT}</script>\n")?;
        if !script.is_empty() {
            writeln!(out, "<script>\n{script}</script>")?;
        }
        writeln!(out, "</body>\n</html>")
    }
}
