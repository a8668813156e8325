/** During a drag, Escape ends the drag and nothing else: the panel stays open. */
export const endsByEscape = (end: () => void, signal: AbortSignal): void =>
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      end()
    },
    { signal, capture: true },
  )
