//! Writes signals that are written often and live as long as the page.
//!
//! In `reactive_graph` 0.2.16 a signal keeps a block of memory for each memo or effect that has
//! read it, even after that has been dropped. Here a signal forgets its readers when it
//! notifies them: all that still exist run again, and read it again.

use leptos::{prelude::*, reactive::graph::Source};

/// Sets a signal.
pub(crate) fn set<T: Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    signal.set(value);
    signal.clear_subscribers();
}

/// Updates a signal.
pub(crate) fn update<T: Send + Sync + 'static>(signal: RwSignal<T>, update: impl FnOnce(&mut T)) {
    signal.update(update);
    signal.clear_subscribers();
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use leptos::reactive::graph::{
        AnySource, AnySubscriber, ReactiveNode, Subscriber, WithObserver,
    };
    use std::sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    };

    /// A reader that only notes whether it is to run again.
    #[derive(Default)]
    pub(crate) struct Reader(AtomicBool);

    impl ReactiveNode for Reader {
        fn mark_dirty(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        fn mark_check(&self) {}

        fn mark_subscribers_check(&self) {}

        fn update_if_necessary(&self) -> bool {
            false
        }
    }

    impl Subscriber for Reader {
        fn add_source(&self, _: AnySource) {}

        fn clear_sources(&self, _: &AnySubscriber) {}
    }

    impl Reader {
        /// Reads signals.
        pub(crate) fn of(read: impl FnOnce()) -> Arc<Self> {
            let reader = Arc::new(Self::default());
            let weak: Weak<dyn Subscriber + Send + Sync> = Arc::<Self>::downgrade(&reader) as _;
            AnySubscriber(Arc::as_ptr(&reader).addr(), weak).with_observer(read);
            reader
        }

        pub(crate) fn is_dirty(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn a_signal_forgets_the_readers_that_it_has_notified() {
        let owner = Owner::new();
        owner.set();
        let signal = RwSignal::new(0);
        for write in [
            |signal| set(signal, 1),
            |signal| update(signal, |n| *n += 1),
        ] {
            let reader = Reader::of(|| signal.track());
            assert_eq!(Arc::weak_count(&reader), 1);
            write(signal);
            assert!(reader.is_dirty());
            assert_eq!(Arc::weak_count(&reader), 0);
        }
        // If this fails, Leptos does it, and this module isn't needed any more.
        let reader = Reader::of(|| signal.track());
        signal.set(2);
        assert_eq!(Arc::weak_count(&reader), 1);
    }
}
