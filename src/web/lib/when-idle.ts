/** Calls back when the browser has time, soon after the next frame, or after `withinMs`; returns a function that prevents it. */
export const whenIdle = (act: () => void, withinMs = 500): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: withinMs })
  return () => cancelIdleCallback(handle)
}
