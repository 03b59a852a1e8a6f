//! Days, as exceptions count them.

use std::fmt;

/// A day of the Gregorian calendar. UTC where it comes from a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    pub(crate) year: u16,
    pub(crate) month: u8,
    pub(crate) day: u8,
}

const LAST: Date = Date { year: 9999, month: 12, day: 31 };

impl Date {
    /// None where the calendar has no such day.
    pub(crate) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let days = days_of(year, month)?;
        (year <= LAST.year && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// Reads `2027-06-01`, and no other spelling.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        if !well_formed {
            return None;
        }
        Self::new(text.get(..4)?.parse().ok()?, text.get(5..7)?.parse().ok()?, text.get(8..)?.parse().ok()?)
    }

    /// The day of a moment, in seconds since 1970. Days beyond the year 9999 are its last one.
    pub(crate) fn from_unix(seconds: u64) -> Self {
        let mut days = seconds / 86_400;
        for year in 1970..=LAST.year {
            let length = if is_leap(year) { 366 } else { 365 };
            if days >= length {
                days -= length;
                continue;
            }
            for month in 1..=12 {
                let length = days_of(year, month).map_or(0, u64::from);
                if days >= length {
                    days -= length;
                    continue;
                }
                return u8::try_from(days + 1).map_or(LAST, |day| Self { year, month, day });
            }
        }
        LAST
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u16, month: u8) -> Option<u8> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 if is_leap(year) => Some(29),
        2 => Some(28),
        _ => None,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_in_one_spelling() {
        for (text, good) in [
            ("2027-06-01", true),
            ("2028-02-29", true),
            ("2000-02-29", true),
            ("2100-02-29", false),
            ("2027-02-29", false),
            ("2027-13-01", false),
            ("2027-00-01", false),
            ("2027-01-00", false),
            ("2027-6-1", false),
            ("27-06-01", false),
            ("2027/06/01", false),
            ("2027-06-01 ", false),
            ("2027-06-0é", false),
            ("+027-06-01", false),
            ("", false),
        ] {
            assert_eq!(Date::parse(text).map(|date| date.to_string()), good.then(|| text.to_owned()), "{text}");
        }
    }

    #[test]
    fn days_of_moments() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (86_400, "1970-01-02"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_811_807_999, "2027-05-31"),
            (1_811_808_000, "2027-06-01"),
            (4_107_542_400, "2100-03-01"),
            (253_402_300_799, "9999-12-31"),
            (253_402_300_800, "9999-12-31"),
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(Date::from_unix(seconds).to_string(), day, "{seconds}");
        }
    }

    #[test]
    fn dates_are_ordered_as_days_are() {
        let days = ["0001-01-01", "2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].map(|text| Date::parse(text).expect(text));
        assert!(days.is_sorted());
    }
}
