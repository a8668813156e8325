import type { Changeover } from '#contract/categories.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { valueAt } from '#domain/value-at.ts'
import { hourMs } from '../time/units.ts'
import type { CoreSetup } from './core/setup-timeline.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import type { SnapshotCategory } from './shop-snapshot.ts'

/** The changeovers that apply; outside work has none. */
export const changeoversOf = ({ kind, changeovers = [] }: SnapshotCategory): readonly Changeover[] =>
  kind === 'outside' ? [] : changeovers

/** The changeovers of one work center. Families that it does not list need none. */
export class CenterChangeovers {
  /** Index by family name; 0 = any other. */
  readonly #index = new Map<string, number>()
  readonly #times: Float64Array

  constructor(changeovers: readonly Changeover[]) {
    for (const { fromFamily, toFamily } of changeovers) {
      for (const family of [fromFamily, toFamily])
        if (!this.#index.has(family)) this.#index.set(family, this.#index.size + 1)
    }
    const families = this.#index.size + 1
    this.#times = new Float64Array(families * families)
    for (const { fromFamily, toFamily, hours } of changeovers) {
      const ms = hours > 0 && hours <= 1_000_000 ? Math.round(hours * hourMs) : 0
      this.#times[this.indexOf(fromFamily) * families + this.indexOf(toFamily)] = ms
    }
  }

  indexOf(family = ''): number {
    return this.#index.get(family) ?? 0
  }

  /** Working time to change from one family to another, in whole ms. */
  msBetween(from = '', to = ''): number {
    return this.#times[this.indexOf(from) * (this.#index.size + 1) + this.indexOf(to)] ?? 0
  }

  core(firstFamily: string | undefined, firstEnd: number): CoreSetup {
    const families = this.#index.size + 1
    return { families, times: this.#times, firstFamily: this.indexOf(firstFamily), firstEnd }
  }
}

/** An operation at its work center, in work time of its calendar. */
interface Turn {
  readonly operation: ModelOperation
  readonly from: number
  readonly to: number
}

/** The sequence of one work center with changeovers. */
export class CenterSequence {
  /** The completed operation that ended last. */
  readonly first: ModelOperation | null
  readonly changeovers: CenterChangeovers
  /** The working time of the work center. */
  readonly calendar: WorkCalendar
  /** Operations by start. */
  readonly #turns: readonly Turn[]
  readonly #nowMs: number
  readonly #placeOf = new Map<ModelOperation, number>()
  /** For each operation, the one that ends last among those that start earlier; null = none. */
  readonly #before: (Turn | null)[] = []

  constructor(
    changeovers: CenterChangeovers,
    calendar: WorkCalendar,
    members: readonly ModelOperation[],
    nowMs: number,
  ) {
    this.changeovers = changeovers
    this.calendar = calendar
    this.#nowMs = nowMs
    this.first = lastCompleted(members)
    this.#turns = members.flatMap((operation) => turnOf(operation, calendar, nowMs) ?? []).sort(byStart(changeovers))
    let last: Turn | null = null
    let alike: Turn[] = []
    for (const [place, turn] of this.#turns.entries()) {
      if (alike.some(({ from }) => from < turn.from)) {
        for (const one of alike) if (last === null || one.to >= last.to) last = one
        alike = []
      }
      alike.push(turn)
      this.#placeOf.set(turn.operation, place)
      this.#before.push(last)
    }
  }

  /** The predecessor of an operation at the work center, with its end and the changeover after it; null = none. */
  before(operation: ModelOperation): { operation: ModelOperation; endWork: number; ms: number } | null {
    const place = this.#placeOf.get(operation)
    if (place === undefined) return null
    const turn = this.#before[place]
    const before = turn?.operation ?? this.first
    if (!before) return null
    const endWork = turn?.to ?? this.#firstEnd
    return { operation: before, endWork, ms: this.changeovers.msBetween(familyOf(before), familyOf(operation)) }
  }

  /** The representation for the core. */
  core(): CoreSetup {
    return this.changeovers.core(this.first?.source.setupFamily, this.#firstEnd)
  }

  /** Work time at which the completed operation ended; -Infinity = none. */
  get #firstEnd(): number {
    const endMs = this.first?.endMs ?? null
    return endMs !== null ? this.calendar.toWork(Math.min(endMs, this.#nowMs)) : -Infinity
  }

  /** Working time of all changeovers, in ms. */
  get totalMs(): number {
    return this.#turns.reduce((sum, { operation }) => sum + (this.before(operation)?.ms ?? 0), 0)
  }

  /** The operation before this one, if the time between them is shorter than the changeover; null if it is long enough. */
  tooClose(operation: ModelOperation): ModelOperation | null {
    const turn = this.#turns[this.#placeOf.get(operation) ?? -1]
    const before = this.before(operation)
    const isBehind = turn && before && before.endWork <= turn.from
    return isBehind && before.endWork + before.ms > turn.from ? before.operation : null
  }
}

const familyOf = ({ source }: ModelOperation): string => source.setupFamily ?? ''

const byStart =
  (changeovers: CenterChangeovers) =>
  (a: Turn, b: Turn): number =>
    a.from - b.from ||
    a.to - b.to ||
    changeovers.indexOf(familyOf(a.operation)) - changeovers.indexOf(familyOf(b.operation))

const turnOf = (operation: ModelOperation, calendar: WorkCalendar, nowMs: number): Turn | null => {
  const { status, startMs, endMs } = operation
  if (startMs === null || endMs === null || endMs <= nowMs) return null
  if (status === 'completed' || status === 'unplaced') return null
  const [from, to] = [calendar.toWork(Math.max(startMs, nowMs)), calendar.toWork(endMs)]
  return to > from ? { operation, from, to } : null
}

/** The completed operation of a work center that ended last. */
const lastCompleted = (members: readonly ModelOperation[]): ModelOperation | null => {
  let last: ModelOperation | null = null
  for (const operation of members) {
    const { status, endMs } = operation
    if (status === 'completed' && endMs !== null && (last === null || endMs >= (last.endMs ?? endMs))) last = operation
  }
  return last
}

/** The sequences of all work centers with changeovers, by index in the snapshot. */
export const centerSequences = ({ setups, operations, capacities, nowMs }: ShopModel): (CenterSequence | null)[] => {
  const members: ModelOperation[][] = setups.map(() => [])
  for (const operation of operations) if (setups[operation.category]) members[operation.category]?.push(operation)
  return setups.map((changeovers, category) =>
    changeovers
      ? new CenterSequence(changeovers, valueAt(capacities, category).calendar, members[category] ?? [], nowMs)
      : null,
  )
}

/** Working hours of all changeovers of a plan. */
export const changeoverHours = (sequences: readonly (CenterSequence | null)[]): number =>
  sequences.reduce((sum, sequence) => sum + (sequence?.totalMs ?? 0), 0) / hourMs
