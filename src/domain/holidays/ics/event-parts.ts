import { localDate, localMinute } from '#domain/time/zone-dates.ts'
import { minuteMs } from '../../time/units.ts'
import { dayOfDate } from './ics-days.ts'
import { conversionSteps, type IcsBudget, IcsRefusal } from './ics-refusal.ts'
import { type IcsMoment, type IcsTimes, icsDayMs } from './ics-times.ts'

/** Duration of an event: calendar days plus time. */
export interface IcsLength {
  readonly days: number
  readonly ms: number
}

/** A local day of the organization (days since 1970-01-01), or the part of it that an event closes; both minutes null = the whole day. */
export interface DayPart {
  readonly day: number
  readonly fromMinute: number | null
  readonly toMinute: number | null
}

/** Maximum number of days in one event. */
const mostDays = 366
const dayMinutes = 1440

/** Splits the time between two local instants into day parts. A partial minute counts as closed. */
const between = (fromMs: number, toMs: number, line: number): DayPart[] => {
  const [from, to] = [Math.floor(fromMs / minuteMs), Math.ceil(toMs / minuteMs)]
  if (to <= from) throw new IcsRefusal(line, 'The event lasts no time, so it would close nothing')
  const [first, last] = [Math.floor(from / dayMinutes), Math.floor((to - 1) / dayMinutes)]
  if (last - first >= mostDays) throw new IcsRefusal(line, 'The event lasts longer than a year')
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const midnight = (first + index) * dayMinutes
    const [fromMinute, toMinute] = [Math.max(0, from - midnight), Math.min(dayMinutes, to - midnight)]
    const isWhole = fromMinute === 0 && toMinute === dayMinutes
    return { day: first + index, ...(isWhole ? { fromMinute: null, toMinute: null } : { fromMinute, toMinute }) }
  })
}

/** Computes the days and parts of days of the organization that an event closes. */
export class EventParts {
  readonly #zone: string
  readonly #times: IcsTimes
  readonly #budget: IcsBudget

  constructor(zone: string, times: IcsTimes, budget: IcsBudget) {
    this.#zone = zone
    this.#times = times
    this.#budget = budget
  }

  of(start: IcsMoment, { days, ms }: IcsLength, line: number): DayPart[] {
    if (start.kind === 'date') {
      if (days < 1) throw new IcsRefusal(line, 'The event ends before it starts')
      return between(start.day * icsDayMs, (start.day + days) * icsDayMs, line)
    }
    const later = { ...start, localMs: start.localMs + days * icsDayMs }
    // In the organization's own zone, the local hours stay the same across a clock change.
    if (start.clock.isOwn) return between(start.localMs, later.localMs + ms, line)
    const startMs = this.#times.instantOf(start, line)
    const endMs = (days === 0 ? startMs : this.#times.instantOf(later, line)) + ms
    return between(this.#localMs(startMs, line), this.#localMs(endMs, line), line)
  }

  #localMs(instantMs: number, line: number): number {
    this.#budget.spend(2 * conversionSteps, line)
    const day = dayOfDate(localDate(instantMs, this.#zone))
    return day * icsDayMs + localMinute(instantMs, this.#zone) * minuteMs + (instantMs % minuteMs)
  }
}
