/** The first link of the page: skips the header and jumps to the element with the id `target`. Visible only when focused. */
export const SkipLink = ({ target = 'main' }: { target?: string }) => (
  <a
    href={`#${target}`}
    className="fixed top-2 left-2 z-session -translate-y-16 rounded border border-line-2 bg-raised px-3 py-1.5 text-primary-text shadow-2 focus:translate-y-0"
  >
    Skip to content
  </a>
)
