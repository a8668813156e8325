import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'

/** Wall time of one IANA zone. A wall time is written as the epoch ms at which a clock in UTC would show it. */
export class ZoneClock {
  readonly zone: string

  constructor(zone: string) {
    this.zone = zone
  }

  /** Wall time shown at an instant, to the minute. */
  wallAt(ms: number): number {
    const { year, month, day, hour, minute } = wallClock(ms, this.zone)
    return Date.UTC(year, month - 1, day, hour, minute)
  }

  /** The instant of a wall time: the first one when it occurs twice, a later one when clocks skip it. */
  instantOf(wallMs: number): number {
    return instantOfWall(wallMs, this.zone)
  }
}
