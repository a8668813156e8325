import { backgroundHeader } from '#contract/headers.ts'

/** A call that comes later than this after the last deed of a person was asked for by nobody. */
const attentionMs = 60_000
/** An input without a call for so long (typing a long note, say) is told to the server. */
const quietMs = 5 * 60_000

// Somebody opened the page.
let lastActivityMs = Date.now()
let lastCountedMs = lastActivityMs
const recordActivity = () => {
  lastActivityMs = Date.now()
}
for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
  globalThis.addEventListener?.(type, recordActivity, { capture: true, passive: true })
}

const isPersonHere = (): boolean => Date.now() - lastActivityMs < attentionMs

/** Marks a call that nobody asked for (a refetch, a renewal): it must not keep an idle session alive. */
export const personHeaders = (): Record<string, string> => {
  if (!isPersonHere()) return { [backgroundHeader]: '1' }
  lastCountedMs = Date.now()
  return {}
}

/** True when a person is at work and the server has not heard of it for minutes. */
export const isUseUnreported = (): boolean => isPersonHere() && Date.now() - lastCountedMs > quietMs
