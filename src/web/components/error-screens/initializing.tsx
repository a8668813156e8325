/** Until the session is known (specification 2.2, literal); index.html shows the same before any script runs. */
export const Initializing = () => (
  <p role="status" className="initializing">
    Initializing application...
  </p>
)
