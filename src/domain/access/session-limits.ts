import { minuteMs } from '../time/units.ts'

/** Lifetime of a session (ASVS 7.3): without activity, and in total. */
export const sessionLimits = {
  idleMs: 30 * minuteMs,
  idleRememberedMs: 8 * 60 * minuteMs,
  absoluteMs: 7 * 24 * 60 * minuteMs,
  /** `lastSeenAt` is written at most this often. */
  touchEveryMs: minuteMs,
} as const

export interface SessionTimes {
  readonly lastSeenAtMs: number
  /** Absolute expiry, set at sign-in. */
  readonly expiresAtMs: number
  readonly rememberMe: boolean
}

/** When the session ends without further activity. */
export const sessionEndsAtMs = ({ lastSeenAtMs, expiresAtMs, rememberMe }: SessionTimes): number =>
  Math.min(expiresAtMs, lastSeenAtMs + (rememberMe ? sessionLimits.idleRememberedMs : sessionLimits.idleMs))

export const isSessionOver = (times: SessionTimes, nowMs: number): boolean => nowMs >= sessionEndsAtMs(times)
