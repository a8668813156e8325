/** The first link of the page: jumps over the header to the element with the id `main`. Visible only when focused. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-session -translate-y-16 rounded border border-line-2 bg-raised px-3 py-1.5 text-primary-text shadow-2 focus:translate-y-0"
  >
    Skip to content
  </a>
)
