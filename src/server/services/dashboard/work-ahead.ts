import type { PlannedWork } from '../analytics/get-load-matrix.ts'
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
