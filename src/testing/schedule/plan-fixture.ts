import { type OperationState, operationStates } from '#contract/operation-outlook.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import { type ProjectState, projectStates } from '#contract/vocabulary.ts'
import { hourMs } from '#domain/time/units.ts'
import { at } from '#web/features/schedule/model/at.ts'

/** One operation of a fixture. Fields that the test does not set have defaults. */
export interface FixtureOperation {
  readonly name?: string
  readonly startMs?: number
  readonly endMs?: number
  readonly hours?: number
  readonly progress?: number
  readonly category?: number
  readonly pool?: number
  readonly flags?: number
  readonly state?: OperationState
  readonly materialReadyMs?: number
  readonly family?: string
}

export interface FixturePlan {
  readonly projects: readonly (readonly FixtureOperation[])[]
  readonly dueMs?: readonly number[]
  readonly releaseMs?: readonly number[]
  readonly states?: readonly ProjectState[]
  readonly latenessDays?: readonly (number | null)[]
  readonly pastDueDays?: readonly (number | null)[]
  readonly p10Ms?: readonly number[]
  readonly p90Ms?: readonly number[]
  readonly links?: readonly (readonly [
    from: number,
    to: number,
    lagHours?: number,
    waitHours?: number,
    overlapPercent?: number,
  ])[]
  /** Open 24/7 by default. */
  readonly open?: readonly number[]
  readonly capacities?: readonly number[]
  /** The work centers whose work is done outside, by their index. */
  readonly outside?: readonly number[]
  /** Positions in `capacities` of the pools. */
  readonly pools?: readonly number[]
  readonly capacitySpans?: CompactSchedule['capacitySpans']
  readonly changeovers?: CompactSchedule['categories'][number]['changeovers']
  readonly now?: number
  readonly from?: number
  readonly to?: number
  readonly timeZone?: string
}

/** A plan in the contract's shape for tests, small enough to read. */
export const fixturePlan = (plan: FixturePlan): CompactSchedule => {
  const operations = plan.projects.flat()
  const sum = (count: number) => plan.projects.slice(0, count).reduce((total, list) => total + list.length, 0)
  const links = plan.links ?? []
  const from = plan.from ?? Date.UTC(2026, 10, 9)
  const to = plan.to ?? Date.UTC(2026, 11, 9)
  return {
    barsAtPace: false,
    timeZone: plan.timeZone ?? 'America/Chicago',
    now: plan.now ?? Date.UTC(2026, 10, 18, 16, 24),
    change: 0,
    projects: {
      ids: plan.projects.map((_, i) => `project-${i}`),
      numbers: plan.projects.map((_, i) => `${1031 + i}`),
      names: plan.projects.map((_, i) => `Frame ${i}`),
      priorities: plan.projects.map(() => 50),
      dueMs: plan.projects.map((_, i) => plan.dueMs?.[i] ?? 0),
      releaseMs: plan.projects.map((_, i) => plan.releaseMs?.[i] ?? 0),
      flags: plan.projects.map(() => 0),
      states: plan.projects.map((_, i) => projectStates.indexOf(plan.states?.[i] ?? 'onTime')),
      latenessDays: plan.projects.map((_, i) => plan.latenessDays?.[i] ?? null),
      pastDueDays: plan.projects.map((_, i) => plan.pastDueDays?.[i] ?? null),
      p10Ms: plan.projects.map((_, i) => plan.p10Ms?.[i] ?? 0),
      p90Ms: plan.projects.map((_, i) => plan.p90Ms?.[i] ?? 0),
      versions: plan.projects.map(() => 1),
      firstOperation: [...plan.projects.map((_, i) => sum(i)), operations.length],
    },
    operations: {
      ids: operations.map((_, i) => `operation-${i}`),
      names: operations.map(({ name }, i) => name ?? `Weld ${i}`),
      category: operations.map(({ category }) => category ?? 0),
      pool: operations.map(({ pool }) => pool ?? -1),
      startMs: operations.map(({ startMs }) => startMs ?? 0),
      endMs: operations.map(({ endMs }) => endMs ?? 0),
      progressPercentage: operations.map(({ progress }) => progress ?? 0),
      durationHours: operations.map(
        ({ hours, startMs, endMs }) => hours ?? (at([endMs ?? 0], 0) - at([startMs ?? 0], 0)) / hourMs,
      ),
      flags: operations.map(({ flags }) => flags ?? 0),
      states: operations.map(({ state }) => operationStates.indexOf(state ?? 'onTime')),
      versions: operations.map((_, i) => i + 1),
      materialReadyMs: operations.map(({ materialReadyMs }) => materialReadyMs ?? 0),
      families: operations.map(({ family }) => family ?? ''),
      sequences: operations.map((_, i) => 10 * (i + 1)),
    },
    links: {
      from: links.map(([from]) => from),
      to: links.map(([, to]) => to),
      lagHours: links.map(([, , lag]) => lag ?? 0),
      waitHours: links.map(([, , , wait]) => wait ?? 0),
      overlapPercent: links.map(([, , , , percent]) => percent ?? 0),
    },
    categories: (plan.capacities ?? [1]).map((capacity, i) => ({
      categoryId: `category-${i}`,
      name: `Center ${i}`,
      color: `w${i + 1}`,
      capacity,
      changeovers: [...(plan.changeovers ?? [])],
      calendar: 0,
      kind: plan.outside?.includes(i) ? 'outside' : plan.pools?.includes(i) ? 'pool' : 'inside',
      supplier: plan.outside?.includes(i) ? `Supplier ${i}` : '',
    })),
    calendars: [{ name: 'Two shifts', open: [...(plan.open ?? [from, to])] }],
    from,
    to,
    holidays: [],
    capacitySpans: [...(plan.capacitySpans ?? [])],
  }
}
