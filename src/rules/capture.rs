//! Can this capture be judged?

pub(crate) mod limit_reached;
pub(crate) mod list_late;
pub(crate) mod malformed_line;
pub(crate) mod stale;
pub(crate) mod truncated_values;
pub(crate) mod unanswered;
pub(crate) mod unmatched_response;

use super::{CaptureFile, Run};
use crate::capture::Spots;
use crate::evidence::{Seen, Steps};
use crate::finding::{Finding, Kind, Place, Related};

/// Places of one fault in all captures, and how often it was met.
#[derive(Debug, Default)]
pub(super) struct Met {
    pub(super) count: u64,
    places: Vec<Seen>,
}

/// Further places that a finding shows.
const MOST_RELATED: usize = 3;

impl Met {
    pub(super) fn in_all(run: &Run<'_>, of: impl Fn(&CaptureFile) -> &Spots) -> Self {
        let mut met = Self::default();
        for capture in run.captures {
            let spots = of(capture);
            met.count += spots.count;
            met.places.extend(spots.first.iter().map(|(line, offset)| whole_line(capture.file, *line, *offset)));
        }
        met
    }

    pub(super) fn add(&mut self, count: u64, places: impl IntoIterator<Item = Seen>) {
        self.count += count;
        self.places.extend(places);
    }

    /// Puts the finding at the first place, and names a few more.
    pub(super) fn put(&self, finding: Finding, label: &str) -> Finding {
        let mut places = self.places.iter().cloned().map(Place::Seen);
        let Some(first) = places.next() else { return finding };
        let further =
            places.take(MOST_RELATED).map(|place| Related { kind: Kind::Call, message: label.to_owned(), tool: None, place: Some(place) });
        finding.at(first).related(further)
    }
}

pub(super) fn whole_line(file: u32, line: u64, offset: u64) -> Seen {
    Seen { file, offset, line, steps: Steps::default() }
}
