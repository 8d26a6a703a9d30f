//! A web worker.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A web worker with its event listeners. Dropping it terminates the worker.
pub(crate) struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        // Messages sent before may still be delivered.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

impl WorkerHandle {
    /// Starts a worker with this script. Calls `on_message` with the data of each message,
    /// and with `None` when the worker fails.
    ///
    /// # Errors
    /// Returns the exception if the browser refuses to create a worker.
    pub(crate) fn start(
        script: &str,
        on_message: impl Fn(Option<JsValue>) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&crate::browser::asset_url(script), &options)?;
        let on_error = {
            let on_message = on_message.clone();
            Closure::new(move |event: web_sys::Event| {
                // Otherwise the browser reports an error of the page.
                event.prevent_default();
                on_message(None);
            })
        };
        let on_message = Closure::new(move |event: MessageEvent| on_message(Some(event.data())));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Sends a copy of a value.
    pub(crate) fn post(&self, message: &JsValue) {
        // Only fails for values that can't be cloned.
        let _ = self.worker.post_message(message);
    }
}
