import type { PlannedWork, WorkedHours } from '../analytics/get-load-matrix.ts'
import type { PlanBook } from '../operation-lists/plan-book.ts'

/** Planned work of projects under way that begins before an instant: open, not held, at a work centre (as `plannedWork` in SQL). */
export function* workAhead({ plan, facts, shop }: PlanBook, beforeMs: number): Generator<PlannedWork> {
  const categoryIds = shop.categories.map(({ categoryId }) => categoryId)
  for (let row = 0; row < plan.ids.length; row++) {
    const startMs = plan.scheduledStartMs[row] as number
    const categoryId = categoryIds[plan.category[row] as number]
    if (!(startMs < beforeMs) || categoryId === undefined) continue
    if (plan.completed[row] || plan.onHold[row] || !facts.projectOpen[row]) continue
    yield [categoryId, startMs, facts.hoursLeft[row] as number]
  }
}

/** Work at a work centre that was done since an instant, whatever has become of its project (as `doneWork` in SQL). */
export function* workDone({ plan, shop }: PlanBook, afterMs: number): Generator<WorkedHours> {
  const categoryIds = shop.categories.map(({ categoryId }) => categoryId)
  for (let row = 0; row < plan.ids.length; row++) {
    const [actualMs, endMs] = [plan.actualStartMs[row] as number, plan.actualEndMs[row] as number]
    const startMs = Number.isNaN(actualMs) ? (plan.scheduledStartMs[row] as number) : actualMs
    const categoryId = categoryIds[plan.category[row] as number]
    const [runs, percent] = [Number.isNaN(endMs), plan.progressPercent[row] as number]
    if (categoryId === undefined || Number.isNaN(startMs) || (runs ? percent === 0 : endMs <= afterMs)) continue
    const doneHours = (plan.durationHours[row] as number) * (runs ? percent / 100 : 1)
    yield [categoryId, startMs, runs ? null : endMs, doneHours]
  }
}
