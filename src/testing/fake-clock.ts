import { testStart } from './test-clock.ts'

/** A clock that moves only when told; starts when the tests do. */
export interface FakeClock {
  readonly now: () => Date
  readonly advance: (ms: number) => void
  readonly set: (at: Date | string) => void
}

export const fakeClock = (startsAt = testStart): FakeClock => {
  let atMs = Date.parse(startsAt)
  return {
    now: () => new Date(atMs),
    advance: (ms) => {
      atMs += ms
    },
    set: (at) => {
      atMs = new Date(at).getTime()
    },
  }
}
