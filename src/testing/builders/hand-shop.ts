import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dayShift } from './day-shift.ts'
import { operation, project } from './shop-snapshot.ts'

/** An instant in UTC: '2026-11-18T08:00'. */
export const at = (text: string): number => Date.parse(`${text}Z`)

/** An operation of eight hours without a work center; `after` is its predecessor, `plan` its planned start and end. */
export type Step = Partial<SnapshotOperation> & { readonly after?: string; readonly plan?: readonly [string, string] }

const step = ([operationId, { after, plan, ...over }]: [string, Step], index: number): SnapshotOperation =>
  operation(operationId, {
    sequence: index,
    durationHours: 8,
    categoryId: null,
    dependencies: after ? [{ operationId: after, lagHours: 0 }] : [],
    scheduledStartMs: plan ? at(plan[0]) : null,
    scheduledEndMs: plan ? at(plan[1]) : null,
    ...over,
  })

/** A project with its operations by name. */
export const projectOf = (projectId: string, due: string, steps: Record<string, Step>): SnapshotProject =>
  project(projectId, Object.entries(steps).map(step), { dueMs: at(due) })

/** Works Monday to Friday from 8 to 16, with a work center that paints one operation at a time. */
export const shop = (now: string, ...projects: SnapshotProject[]): ShopSnapshot => ({
  nowMs: at(now),
  timeZone: 'UTC',
  freezeWorkingDays: 0,
  defaultShiftId: 'day',
  shifts: dayShift.rules.shift ? [{ ...dayShift.rules.shift, shiftId: 'day' }] : [],
  holidays: [],
  closedDayRule: 'shift',
  exceptions: [],
  categories: [{ categoryId: 'paint', name: 'Paint', capacity: 1, shiftId: null }],
  projects,
})
