import { IANAZone } from 'luxon'

const minuteMs = 60_000
/** Two changes of a zone's offset are never closer than this (the closest, around Ramadan in Morocco, are a month apart). */
const probeMs = 7 * 86_400_000

/**
 * A zone's UTC offsets as a table of changes that grows with the horizon, so that local clock times become
 * instants by arithmetic instead of by formatting. An unknown zone is UTC. Covers from `fromMs` on.
 */
export class ZoneOffsets {
  readonly #zone: IANAZone
  readonly #starts: number[]
  readonly #offsets: number[]
  #coveredMs: number
  #hint = 0

  constructor(zone: string, fromMs: number) {
    const named = IANAZone.create(zone)
    this.#zone = named.isValid ? named : IANAZone.create('UTC')
    this.#coveredMs = Math.floor(fromMs / minuteMs) * minuteMs
    this.#starts = [this.#coveredMs]
    this.#offsets = [this.#probe(this.#coveredMs)]
  }

  /** Offset in ms at an instant (epoch ms). */
  offsetAt(instantMs: number): number {
    this.#cover(instantMs)
    let index = this.#starts.length - 1
    while (index > 0 && (this.#starts[index] ?? 0) > instantMs) index--
    return this.#offsets[index] ?? 0
  }

  /**
   * First instant at which the local clock shows `localMs` (local date and time written as if it were UTC) or later:
   * a time skipped in spring is the change itself, a time shown twice in autumn is the first of the two.
   */
  firstInstant(localMs: number): number {
    this.#cover(localMs + probeMs)
    const starts = this.#starts
    const offsets = this.#offsets
    let index = Math.min(this.#hint, starts.length - 1)
    while (index > 0 && (starts[index] ?? 0) + (offsets[index - 1] ?? 0) > localMs) index--
    while (index + 1 < starts.length && (starts[index + 1] ?? 0) + (offsets[index] ?? 0) <= localMs) index++
    this.#hint = index
    return Math.max(starts[index] ?? 0, localMs - (offsets[index] ?? 0))
  }

  #probe(instantMs: number): number {
    return Math.round(this.#zone.offset(instantMs) * minuteMs)
  }

  #cover(untilMs: number): void {
    while (this.#coveredMs <= untilMs) {
      const nextMs = this.#coveredMs + probeMs
      const offset = this.#probe(nextMs)
      if (offset !== this.#offsets.at(-1)) {
        let before = this.#coveredMs
        let after = nextMs
        while (after - before > minuteMs) {
          const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
          if (this.#probe(middle) === offset) after = middle
          else before = middle
        }
        this.#starts.push(after)
        this.#offsets.push(offset)
      }
      this.#coveredMs = nextMs
    }
  }
}
