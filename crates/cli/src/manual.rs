//! `four man`: manual pages, from the same texts as the help.

use crate::{args::Arguments, failure::Failure, files};
use clap::{Command, CommandFactory};
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};
use std::{fs, io, path::Path};

/// The line before the examples of a command.
const EXAMPLES: &str = "Examples:\n";

/// Writes the manual pages of all commands to a directory, which is created if necessary.
pub(crate) fn write(directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory).map_err(|error| Failure::file(directory, error))?;
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    write_pages(&command, directory)
}

fn write_pages(command: &Command, directory: &Path) -> Result<(), Failure> {
    let source = concat!("four ", env!("CARGO_PKG_VERSION"));
    // Without a date, so that builds are reproducible; quoted, since an empty argument would be
    // lost and the source take its place.
    let page = Man::new(command.clone())
        .date("\"\"")
        .source(source)
        .manual("Four Shapes Manual");
    let text = render(command, &page).expect("writing to memory succeeds");
    files::write(&directory.join(page.get_filename()), text)?;
    command
        .get_subcommands()
        .try_for_each(|subcommand| write_pages(subcommand, directory))
}

/// Renders a page as [`Man::render`] does, but with the text after the options of the help
/// as a part of the description and as examples, instead of as a section `EXTRA`.
fn render(command: &Command, page: &Man) -> io::Result<Vec<u8>> {
    let help = command.get_after_help().unwrap_or_default().to_string();
    let (description, examples) = split_examples(&help);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    let mut roff = Roff::new();
    add_text(&mut roff, description);
    roff.to_writer(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]).control("nf", []);
    for example in examples {
        roff.text([roman(example)]);
    }
    roff.control("fi", []);
    roff.to_writer(&mut text)?;
    Ok(text)
}

/// Splits the text after the options of a command's help into a description and examples.
pub(crate) fn split_examples(help: &str) -> (&str, Vec<&str>) {
    let (description, examples) = help.split_once(EXAMPLES).unwrap_or((help, ""));
    (
        description.trim_end(),
        examples.lines().map(str::trim).collect(),
    )
}

/// Adds paragraphs, which are filled, and indented lines, which are not.
fn add_text(roff: &mut Roff, text: &str) {
    for paragraph in text.split_terminator("\n\n") {
        roff.control("PP", []);
        let mut filled = true;
        for line in paragraph.lines() {
            if filled == line.starts_with(' ') {
                roff.control(if filled { "nf" } else { "fi" }, []);
                filled = !filled;
            }
            roff.text([roman(line)]);
        }
        if !filled {
            roff.control("fi", []);
        }
    }
}
