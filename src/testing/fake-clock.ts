/** A clock that moves only when told; starts on a Wednesday morning. */
export interface FakeClock {
  readonly now: () => Date
  readonly advance: (ms: number) => void
  readonly set: (at: Date | string) => void
}

export const fakeClock = (startsAt = '2026-11-18T09:00:00.000Z'): FakeClock => {
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
