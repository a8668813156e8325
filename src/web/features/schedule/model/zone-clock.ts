/** Wall time of one IANA zone. A wall time is written as the epoch ms at which a clock in UTC would show it. */
export class ZoneClock {
  readonly #parts: Intl.DateTimeFormat

  constructor(zone: string) {
    this.#parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  /** Wall time shown at an instant. */
  wallAt(ms: number): number {
    const seconds = Math.floor(ms / 1000) * 1000
    const part: Record<string, number> = {}
    for (const { type, value } of this.#parts.formatToParts(seconds)) part[type] = Number(value)
    const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
    return wall + (ms - seconds)
  }

  offsetAt(ms: number): number {
    return this.wallAt(ms) - ms
  }

  /** Instant of a wall time; the earlier one where clocks are set back, the later side where they skip it. */
  instantOf(wallMs: number): number {
    const day = 86_400_000
    const before = wallMs - this.offsetAt(wallMs - day)
    if (this.wallAt(before) === wallMs) return before
    const after = wallMs - this.offsetAt(wallMs + day)
    return this.wallAt(after) === wallMs ? after : before
  }
}

/** Value of a `datetime-local` field ("2026-11-20T06:00") for an instant in the clock's zone. */
export const toDateTimeField = (clock: ZoneClock, ms: number): string =>
  new Date(clock.wallAt(ms)).toISOString().slice(0, 16)

/** Instant of a `datetime-local` value in the clock's zone; null while the field is incomplete. */
export const fromDateTimeField = (clock: ZoneClock, value: string): number | null => {
  const wall = Date.parse(`${value.slice(0, 16)}:00Z`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && Number.isFinite(wall) ? clock.instantOf(wall) : null
}
