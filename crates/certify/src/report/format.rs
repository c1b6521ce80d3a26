use super::{
    Report, RunVerdict, TextOptions, all_boards, github, html, junit, markdown, text, to_json,
};

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Format {
    /// Drawn, for people
    Text,
    /// One object, for programs
    Json,
    /// A page in one file, for browsers
    Html,
    /// JUnit XML, for CI servers
    Junit,
    /// For the summary of a run in CI
    Markdown,
    /// Annotations of GitHub Actions
    Github,
}

impl Format {
    /// All forms.
    pub const ALL: [Format; 6] =
        [Format::Text, Format::Json, Format::Html, Format::Junit, Format::Markdown, Format::Github];

    /// Writes a report in this form.
    pub fn of(self, report: &Report, style: &TextOptions) -> String {
        match self {
            Format::Text => {
                let deviating =
                    report.all_boards.iter().filter(|part| part.verdict != RunVerdict::Conforms);
                let mut texts: Vec<String> = deviating.map(|part| text(part, style)).collect();
                if !report.all_boards.is_empty() {
                    texts.push(all_boards(&report.all_boards, style));
                }
                texts.push(text(report, style));
                texts.join("\n")
            }
            Format::Json => to_json(report),
            Format::Html => html(report),
            Format::Junit => junit(report),
            Format::Markdown => markdown(report),
            Format::Github => github(report),
        }
    }
}
