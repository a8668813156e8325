import { backgroundHeader } from '#contract/headers.ts'

/** A call later than this after the user's last activity counts as a background call. */
const attentionMs = 60_000
/** Activity without a call for this long (such as typing a long note) is reported to the server. */
const quietMs = 5 * 60_000

// Module variables, because they describe the user of the page, not a screen. Opening the page counts as activity.
let lastActivityMs = Date.now()
let lastCountedMs = lastActivityMs
const recordActivity = () => {
  lastActivityMs = Date.now()
}
for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
  globalThis.addEventListener?.(type, recordActivity, { capture: true, passive: true })
}

const isPersonHere = (): boolean => Date.now() - lastActivityMs < attentionMs

/** Headers that mark a background call (a refetch, a renewal), which must not extend an idle session. */
export const personHeaders = (): Record<string, string> => {
  if (!isPersonHere()) return { [backgroundHeader]: '1' }
  lastCountedMs = Date.now()
  return {}
}

/** True if the user is active but the server has had no call from them for minutes. */
export const isUseUnreported = (): boolean => isPersonHere() && Date.now() - lastCountedMs > quietMs
