/** Calls back when the browser has time, soon after the next frame; returns a function that prevents it. */
export const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(handle)
}
