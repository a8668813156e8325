import type { CompactSchedule } from '#contract/schedule.ts'
import { hourMs } from '../time/units.ts'
import { floatAt, valueAt } from '../value-at.ts'
import { hasFlag, isPlaced, type MovablePlan } from './movable-plan.ts'

/** The changeover right before an operation. It may be longer than the time the plan leaves for it. */
export interface PlannedChangeover {
  readonly fromFamily: string
  readonly toFamily: string
  readonly hours: number
  readonly startMs: number
  readonly endMs: number
}

type Center = CompactSchedule['categories'][number]
type Plan = MovablePlan & { readonly data: Pick<CompactSchedule, 'categories' | 'operations' | 'now'> }

/** The changeovers of a plan, by the operation they precede. None is listed before an operation that has ended by now. */
export const changeoversOfPlan = (plan: Plan): ReadonlyMap<number, PlannedChangeover> => {
  const { categories, operations, now } = plan.data
  const found = new Map<number, PlannedChangeover>()
  const rowsOf = new Map<number, number[]>()
  for (const [category, { changeovers }] of categories.entries()) if (changeovers.length > 0) rowsOf.set(category, [])
  if (rowsOf.size === 0) return found
  for (let row = 0; row < plan.operationCount; row++) {
    if (isPlaced(plan, row)) rowsOf.get(valueAt(operations.category, row))?.push(row)
  }
  for (const [category, rows] of rowsOf) {
    rows.sort((a, b) => floatAt(plan.startMs, a) - floatAt(plan.startMs, b))
    let before: number | null = null
    for (const row of rows) {
      const isAhead =
        floatAt(plan.endMs, row) > now && !hasFlag(plan, row, 'completed') && !hasFlag(plan, row, 'started')
      const changeover = before !== null && isAhead ? between(plan, valueAt(categories, category), before, row) : null
      if (changeover) found.set(row, changeover)
      if (before === null || floatAt(plan.endMs, row) >= floatAt(plan.endMs, before)) before = row
    }
  }
  return found
}

const between = (plan: Plan, center: Center, before: number, row: number): PlannedChangeover | null => {
  const { families } = plan.data.operations
  const [fromFamily, toFamily] = [families[before] ?? '', families[row] ?? '']
  const pair = center.changeovers.find((one) => one.fromFamily === fromFamily && one.toFamily === toFamily)
  const calendar = plan.calendars[center.calendar]
  const [freeMs, startMs] = [floatAt(plan.endMs, before), floatAt(plan.startMs, row)]
  if (!pair || pair.hours === 0 || !calendar || startMs <= freeMs) return null
  const idleMs = calendar.workBetween(freeMs, startMs) - pair.hours * hourMs
  const beginMs = calendar.nextOpen(calendar.addWork(freeMs, Math.max(0, idleMs)))
  const endMs = Math.min(startMs, calendar.addWork(beginMs, pair.hours * hourMs))
  return { fromFamily, toFamily, hours: pair.hours, startMs: Math.min(beginMs, endMs), endMs }
}
