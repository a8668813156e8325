import { expect } from 'vitest'
import type { LagUnit } from '#contract/vocabulary.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import type { ScheduleMethod, ScheduleResult, ScheduleScope } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'

/** An instant in November 2026, New York time: '16T08:00'. */
export const at = (local: string): number => Date.parse(`2026-11-${local}:00-05:00`)

/** The plan of a shop, verified by the checker. */
export const run = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope = 'all',
  method: ScheduleMethod = 'optimize',
): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope, method })
  if ('cancelled' in result) throw new Error('cancelled')
  expect(checkSchedule(snapshot, result, { scope, method })).toEqual([])
  return result
}

/** The scheduled row of one operation. */
export const of = (result: ScheduleResult, id: string) => {
  const found = result.operations.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`no ${id}`)
  return found
}

/** Start and end. */
export const dates = (result: ScheduleResult, id: string) => [of(result, id).startMs, of(result, id).endMs]

/** Codes of the reasons that decided an operation's start. */
export const binding = (result: ScheduleResult, id: string) =>
  of(result, id)
    .placement.factors.filter((factor) => factor.binding)
    .map(({ code }) => code)

/** A link to a single predecessor. */
export const behind = (id: string, lagHours = 0, lagUnit: LagUnit = 'working') => [
  { operationId: id, lagHours, lagUnit },
]
