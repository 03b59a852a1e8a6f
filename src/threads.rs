//! Independent pieces of work on all cores. The results come in the order of the pieces, whoever did them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More threads than this help nobody.
const MOST: usize = 8;

/// The same on this thread alone, where all the work is `small`: to start a thread would take longer.
pub(crate) fn each_unless<T: Send>(small: bool, pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if small { (0..pieces).map(work).collect() } else { each(pieces, work) }
}

pub(crate) fn each<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MOST).min(pieces);
    if threads < 2 {
        return (0..pieces).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(pieces));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        return;
                    }
                    let result = work(piece);
                    // A thread that panicked takes the process with it; the list is whole either way.
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((piece, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_pieces() {
        assert_eq!(super::each(100, |piece| piece * piece), (0..100).map(|piece| piece * piece).collect::<Vec<_>>());
        assert!(super::each(0, |piece| piece).is_empty());
    }
}
