import { IANAZone } from 'luxon'
import { FewZones } from './few-zones.ts'
import { minuteMs } from './units.ts'

/** Two offset changes of a zone are never closer than this (the closest, around Ramadan in Morocco, are a month apart). */
const weekMs = 7 * 86_400_000

/**
 * Cached offsets of a zone, week by week since 1970. Reading an offset requires formatting a date, and an offset never
 * changes during the life of the process.
 */
class ZoneReadings {
  readonly #zone: IANAZone
  readonly #offsets = new Map<number, number>()
  readonly #changes = new Map<number, number>()

  constructor(zone: string) {
    const named = IANAZone.create(zone)
    this.#zone = named.isValid ? named : IANAZone.create('UTC')
  }

  /** Offset in ms at the start of a week. */
  offsetAt(week: number): number {
    const known = this.#offsets.get(week)
    if (known !== undefined) return known
    const offset = this.#read(week * weekMs)
    this.#offsets.set(week, offset)
    return offset
  }

  /** The first minute of the week that has the offset of the next week; infinite if the offset does not change. */
  changeIn(week: number): number {
    const offset = this.offsetAt(week + 1)
    if (this.offsetAt(week) === offset) return Infinity
    const known = this.#changes.get(week)
    if (known !== undefined) return known
    let before = week * weekMs
    let after = before + weekMs
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
      if (this.#read(middle) === offset) after = middle
      else before = middle
    }
    this.#changes.set(week, after)
    return after
  }

  #read(instantMs: number): number {
    return Math.round(this.#zone.offset(instantMs) * minuteMs)
  }
}

const readings = new FewZones((zone) => new ZoneReadings(zone))

/**
 * A zone's UTC offsets as a table of changes that grows with the horizon, so that local times become instants by
 * arithmetic instead of formatting. An unknown zone counts as UTC. Covers instants from `fromMs` on.
 */
export class ZoneOffsets {
  readonly #zone: ZoneReadings
  readonly #starts: number[]
  readonly #offsets: number[]
  /** The first week that is not covered yet. */
  #week: number
  #hint = 0

  constructor(zone: string, fromMs: number) {
    this.#zone = readings.of(zone)
    const firstMs = Math.floor(fromMs / minuteMs) * minuteMs
    this.#week = Math.floor(firstMs / weekMs)
    const isChanged = this.#zone.changeIn(this.#week) <= firstMs
    this.#starts = [firstMs]
    this.#offsets = [this.#zone.offsetAt(isChanged ? this.#week + 1 : this.#week)]
    this.#cover(firstMs)
  }

  /** Offset in ms at an instant (epoch ms). */
  offsetAt(instantMs: number): number {
    this.#cover(instantMs)
    let index = this.#starts.length - 1
    while (index > 0 && (this.#starts[index] ?? 0) > instantMs) index--
    return this.#offsets[index] ?? 0
  }

  /**
   * First instant at which the local clock shows `localMs` (local date and time written as if it were UTC) or later. A
   * time skipped in spring gives the change itself; a time that occurs twice in autumn gives the first occurrence.
   */
  firstInstant(localMs: number): number {
    this.#cover(localMs + weekMs)
    const starts = this.#starts
    const offsets = this.#offsets
    let index = Math.min(this.#hint, starts.length - 1)
    while (index > 0 && (starts[index] ?? 0) + (offsets[index - 1] ?? 0) > localMs) index--
    while (index + 1 < starts.length && (starts[index + 1] ?? 0) + (offsets[index] ?? 0) <= localMs) index++
    this.#hint = index
    return Math.max(starts[index] ?? 0, localMs - (offsets[index] ?? 0))
  }

  #cover(untilMs: number): void {
    while (this.#week * weekMs <= untilMs) {
      const changeMs = this.#zone.changeIn(this.#week)
      if (changeMs < Infinity && changeMs > (this.#starts[0] ?? 0)) {
        this.#starts.push(changeMs)
        this.#offsets.push(this.#zone.offsetAt(this.#week + 1))
      }
      this.#week += 1
    }
  }
}
