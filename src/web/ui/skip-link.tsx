/** First on the page: jumps over the header to the element with `target` as id. Seen only with the focus on it. */
export const SkipLink = ({ target = 'main' }: { target?: string }) => (
  <a
    href={`#${target}`}
    className="fixed top-2 left-2 z-session -translate-y-16 rounded border border-line-2 bg-raised px-3 py-1.5 text-primary-text shadow-2 focus:translate-y-0"
  >
    Skip to content
  </a>
)
