/** Without a connection the palette does not appear, and the page handles keys again. */
const longestMs = 5000

/**
 * Collects letters that are typed while the palette loads and its field waits for the focus. Otherwise they would be
 * lost, or would trigger shortcuts of the page. Returns a function that ends the collection and returns the text; a
 * second call returns ''.
 */
export const collectTypedAhead = (): (() => string) => {
  let text = ''
  const onKey = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    text += event.key
  }
  const stop = () => removeEventListener('keydown', onKey, true)
  addEventListener('keydown', onKey, true)
  const timer = setTimeout(stop, longestMs)
  return () => {
    clearTimeout(timer)
    stop()
    const typed = text
    text = ''
    return typed
  }
}
