//! The versions of the protocol, and which of them a server speaks.

/// In order: a later one is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Version {
    V20241105,
    V20250326,
    V20250618,
    V20251125,
    V20260728,
}

impl Version {
    pub(crate) const ALL: [Self; 5] = [Self::V20241105, Self::V20250326, Self::V20250618, Self::V20251125, Self::V20260728];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::V20241105 => "2024-11-05",
            Self::V20250326 => "2025-03-26",
            Self::V20250618 => "2025-06-18",
            Self::V20251125 => "2025-11-25",
            Self::V20260728 => "2026-07-28",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }
}

/// The key under which a message without a session says its version.
pub(crate) const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// Does a rule of these versions, first and last, speak of a server? Where its version is not known, only what 2025-06-18 and every
/// later one agree on is said.
pub(crate) fn speaks(version: Option<Version>, first: Version, last: Version) -> bool {
    match version {
        Some(version) => first <= version && version <= last,
        None => first <= Version::V20250618 && last == Version::V20260728,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_who_speaks() {
        use Version::{V20241105, V20250326, V20250618, V20251125, V20260728};
        assert_eq!(Version::parse("2025-06-18"), Some(V20250618));
        assert_eq!(Version::parse("2025-06-19"), None);
        assert!(Version::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].name() < pair[1].name()));
        for (version, first, last, speak) in [
            (None, V20241105, V20260728, true),
            (None, V20250618, V20260728, true),
            (None, V20251125, V20260728, false),
            (None, V20241105, V20251125, false),
            (Some(V20251125), V20251125, V20251125, true),
            (Some(V20250326), V20250618, V20260728, false),
        ] {
            assert_eq!(speaks(version, first, last), speak, "{version:?} {first:?} {last:?}");
        }
    }
}
