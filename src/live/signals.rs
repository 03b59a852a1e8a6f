//! A signal that asks us to stop must not leave a server behind.

#[cfg(unix)]
pub(super) use unix::Watch;

#[cfg(not(unix))]
pub(super) use other::Watch;

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// While it lives, signals wait until the server has been ended.
    #[derive(Debug)]
    pub(in crate::live) struct Watch {
        idle: Arc<AtomicBool>,
        raised: Arc<AtomicUsize>,
    }

    impl Watch {
        pub(in crate::live) fn new() -> Self {
            let watch = Self { idle: Arc::new(AtomicBool::new(false)), raised: Arc::new(AtomicUsize::new(0)) };
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                // Where a handler cannot be set, the system's own one stays: closing its input still ends most servers.
                drop(flag::register_conditional_default(signal, Arc::clone(&watch.idle)));
                drop(flag::register_usize(signal, Arc::clone(&watch.raised), usize::try_from(signal).unwrap_or(0)));
            }
            watch
        }

        pub(in crate::live) fn raised(&self) -> bool {
            self.raised.load(Ordering::Relaxed) != 0
        }

        /// Does what the signal would have done.
        pub(in crate::live) fn obey(&self) {
            self.idle.store(true, Ordering::Relaxed);
            if let Ok(signal) = i32::try_from(self.raised.load(Ordering::Relaxed))
                && signal != 0
            {
                drop(signal_hook::low_level::emulate_default_handler(signal));
            }
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            self.idle.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(not(unix))]
mod other {
    /// The console tells the server itself.
    #[derive(Debug)]
    pub(in crate::live) struct Watch;

    impl Watch {
        pub(in crate::live) fn new() -> Self {
            Self
        }

        pub(in crate::live) fn raised(&self) -> bool {
            false
        }

        pub(in crate::live) fn obey(&self) {}
    }
}
