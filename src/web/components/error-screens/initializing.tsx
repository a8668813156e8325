/** Shown until the session is known; index.html shows the same text before any script runs. */
export const Initializing = () => (
  <p role="status" className="initializing">
    Initializing application...
  </p>
)
