import { dayMs, hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import type { Ask } from './drive.ts'
import type { Shop } from './serve-product.ts'

const pick = <T>(all: readonly T[]): T => valueAt(all, Math.floor(Math.random() * all.length))
const below = (limit: number): number => Math.floor(Math.random() * limit)

/** A change that the forecast depends on: the progress or dates of an operation, or a project's priority. */
export const editPlan = (shop: Shop, session: string | undefined): Ask => {
  const kind = pick(['progress', 'dates', 'priority'] as const)
  if (kind === 'priority') {
    const path = `/projects/${pick(shop.projectIds)}`
    return { method: 'PATCH', path, session, body: { priority: 1 + below(100) } }
  }
  const { projectId, operationId } = pick(shop.operations)
  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  if (kind === 'progress') return { method: 'PUT', path, session, body: { progressPercentage: 1 + below(98) } }
  const startMs = Math.ceil(Date.now() / dayMs) * dayMs + below(30) * dayMs + 15 * hourMs
  const [scheduledStartDate, scheduledEndDate] = [startMs, startMs + 4 * hourMs].map((at) => new Date(at).toISOString())
  return { method: 'PUT', path, session, body: { scheduledStartDate, scheduledEndDate } }
}
