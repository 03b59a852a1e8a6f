//! What miette is given to draw: not files, but small panes of them. It prints whole lines and panics behind column 65,535, and it
//! merges labels of one line; a pane holds a few cut lines, and says where they truly are.

use super::window::{self, Cut};
use crate::report::{Location, Shown};
use crate::text;
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Lines between two labels that one pane still holds.
const NEAR: usize = 3;
/// Bytes between two panes, so that no label touches the next pane.
const GAP: usize = 2;
/// Label text is not wrapped narrower than this.
const NARROWEST: usize = 30;

/// A place to be shown, with what is said of it.
#[derive(Debug, Clone)]
pub(super) struct Point<'a> {
    pub(super) location: &'a Location,
    pub(super) text: &'a str,
    pub(super) primary: bool,
}

/// How panes are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawing {
    pub(super) width: usize,
    pub(super) dots: &'static str,
}

impl Drawing {
    /// Characters of a line that fit beside its number.
    fn room(self, line: u64) -> usize {
        self.width.saturating_sub(line.to_string().len() + 4 + 2 * self.dots.chars().count()).max(NARROWEST)
    }
}

/// One text of many panes: each has its own range of offsets.
#[derive(Debug, Default)]
pub(super) struct Panes {
    panes: Vec<Pane>,
}

#[derive(Debug)]
struct Pane {
    base: usize,
    file: String,
    text: String,
    first_line: u64,
    labels: Vec<Label>,
}

#[derive(Debug)]
struct Label {
    range: Range<usize>,
    line: u64,
    column: u64,
    text: Option<String>,
    primary: bool,
}

/// A point with the text it lies in, its range cut to one line.
struct Aim<'a> {
    point: Point<'a>,
    source: &'a str,
    range: Range<usize>,
    line: Range<usize>,
    room: usize,
}

impl<'a> Aim<'a> {
    fn of(point: Point<'a>, drawing: Drawing) -> Option<Self> {
        let (source, range): (&str, &Range<usize>) = match &point.location.shown {
            Shown::Nothing => return None,
            Shown::Doc(doc, range) => (doc.text(), range),
            Shown::Config(file, range) => (&file.text, range),
            Shown::Excerpt(excerpt) => (&excerpt.text, &excerpt.mark),
        };
        let room = drawing.room(point.location.line.saturating_add(NEAR as u64));
        let start = window::boundary(source, range.start);
        // Four bytes a character: what is cut off here is cut off by the window anyway.
        let line = window::line_at(source, start, 4 * room + 4);
        let end = window::boundary(source, range.end).clamp(start, line.end.max(start));
        Some(Self { point, source, range: start..end, line, room })
    }

    fn is_long(&self) -> bool {
        self.source.get(self.line.clone()).is_some_and(|line| line.chars().nth(self.room).is_some())
    }

    /// Whether one pane can hold both.
    fn is_near(&self, other: &Self) -> bool {
        let (first, second) = if self.range.start <= other.range.start { (self, other) } else { (other, self) };
        if !std::ptr::eq(first.source, second.source) || first.range.end.max(first.range.start + 1) > second.range.start {
            return false;
        }
        if matches!(first.point.location.shown, Shown::Excerpt(_)) || second.range.start - first.range.end > 4 * self.room {
            return false;
        }
        let between = first.source.get(first.range.end..second.range.start).unwrap_or("");
        let reach = first.source.get(first.range.start..second.range.end).unwrap_or("");
        match between.matches('\n').count() {
            0 => !first.is_long() || reach.chars().count() <= self.room * 2 / 3,
            breaks => {
                breaks <= NEAR && !first.is_long() && !second.is_long() && between.lines().all(|line| line.chars().nth(self.room).is_none())
            }
        }
    }
}

impl Panes {
    /// The panes of all points that can be shown; the others come back.
    pub(super) fn of<'a>(points: impl IntoIterator<Item = Point<'a>>, drawing: Drawing) -> (Self, Vec<Point<'a>>) {
        let mut groups: Vec<Vec<Aim<'a>>> = Vec::new();
        let mut bare = Vec::new();
        for point in points {
            let Some(aim) = Aim::of(point.clone(), drawing) else {
                bare.push(point);
                continue;
            };
            match groups.iter_mut().find(|group| group.iter().all(|other| aim.is_near(other))) {
                Some(group) => group.push(aim),
                None => groups.push(vec![aim]),
            }
        }
        let mut panes = Self::default();
        for mut group in groups {
            group.sort_by_key(|aim| aim.range.start);
            let base = panes.panes.last().map_or(0, |pane| pane.base + pane.text.len() + GAP);
            panes.panes.extend(Pane::of(&group, base, drawing));
        }
        (panes, bare)
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> + '_ {
        self.panes.iter().flat_map(|pane| {
            pane.labels.iter().map(|label| {
                let span = (pane.base + label.range.start, label.range.len());
                if label.primary {
                    LabeledSpan::new_primary_with_span(label.text.clone(), span)
                } else {
                    LabeledSpan::new_with_span(label.text.clone(), span)
                }
            })
        })
    }

    /// For each label, in the order in which they are drawn: whether it is the finding's own.
    pub(super) fn primaries(&self) -> impl Iterator<Item = bool> + '_ {
        self.panes.iter().flat_map(|pane| pane.labels.iter().map(|label| label.primary))
    }
}

impl Pane {
    fn of(group: &[Aim<'_>], base: usize, drawing: Drawing) -> Option<Self> {
        let (first, last) = (group.first()?, group.last()?);
        let mut pane = Self {
            base,
            file: text::visible(&first.point.location.file).into_owned(),
            text: String::new(),
            first_line: first.point.location.line,
            labels: Vec::new(),
        };
        let (source, reach) = (first.source, 4 * first.room + 4);
        let with_context = group.iter().any(|aim| aim.point.primary) && !group.iter().any(Aim::is_long);
        if with_context && first.line.start > 0 && first.point.location.line > 1 {
            let before = window::line_at(source, first.line.start - 1, reach);
            pane.push(source, before, &[], first.room, drawing);
            pane.first_line -= 1;
        }
        let mut line = first.line.clone();
        loop {
            let here: Vec<&Aim<'_>> = group.iter().filter(|aim| aim.line == line).collect();
            pane.push(source, line.clone(), &here, first.room, drawing);
            let Some(next) = source.bytes().skip(line.end).take(2).position(|byte| byte == b'\n').map(|found| line.end + found + 1) else {
                break;
            };
            if line.end >= last.line.end {
                let after = window::line_at(source, next, reach);
                if with_context && next < source.len() {
                    pane.push(source, after, &[], first.room, drawing);
                }
                break;
            }
            line = window::line_at(source, next, reach);
        }
        Some(pane)
    }

    fn push(&mut self, source: &str, line: Range<usize>, aims: &[&Aim<'_>], room: usize, drawing: Drawing) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let marks: Vec<Range<usize>> =
            aims.iter().map(|aim| aim.range.start - line.start..aim.range.end.max(aim.range.start) - line.start).collect();
        let Cut { text: shown, marks } = window::cut(source.get(line).unwrap_or(""), &marks, room, drawing.dots);
        for (aim, mark) in aims.iter().zip(marks) {
            let column = shown.get(..mark.start).unwrap_or("").chars().count();
            let wide = drawing.width.saturating_sub(column + 14).max(NARROWEST);
            let location = aim.point.location;
            self.labels.push(Label {
                range: self.text.len() + mark.start..self.text.len() + mark.end,
                line: location.line,
                column: location.column,
                text: (!aim.point.text.is_empty()).then(|| text::wrapped(&text::sentence(aim.point.text), wide).join("\n")),
                primary: aim.point.primary,
            });
        }
        self.text.push_str(&shown);
    }
}

impl SourceCode for Panes {
    fn read_span<'a>(&'a self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset().saturating_add(span.len()));
        let pane =
            self.panes.iter().find(|pane| pane.base <= start && end <= pane.base + pane.text.len()).ok_or(MietteError::OutOfBounds)?;
        let whole = SourceSpan::from((pane.base, pane.text.len()));
        let place = |line: u64, column: u64, span, data| {
            // miette counts from 0, prints from 1, and adds without a look at the limits.
            let [line, column] = [line, column].map(|it| it.saturating_sub(1).min(u64::from(u32::MAX)) as usize);
            MietteSpanContents::new_named(pane.file.clone(), data, span, line, column, pane.text.matches('\n').count() + 1)
        };
        // Without context it asks where a label stands, for the header; with context, for the lines to draw.
        let label = pane.labels.iter().find(|label| before + after == 0 && pane.base + label.range.start == start);
        Ok(Box::new(match label {
            Some(label) => place(label.line, label.column, *span, pane.text.get(label.range.clone()).unwrap_or("").as_bytes()),
            None => place(pane.first_line, 1, whole, pane.text.as_bytes()),
        }))
    }
}
