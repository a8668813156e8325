import type { OperationOrder, OperationSort } from '#contract/operation-filter.ts'
import type { JudgedPlan } from './filter-operations.ts'
import { textRanks } from './text-ranks.ts'

/** Ranks of texts, made when first asked for; they stay true as long as the plan does. */
export interface PlanRanks {
  operationName?: Int32Array
  projectName?: Int32Array
  projectNumber?: Int32Array
}

const minuteMs = 60_000
const none = Number.NaN
/** Keys are whole numbers below this; what has none comes behind all of them, in either direction. */
const keyLimit = 2 ** 32
const middle = 2 ** 31

type Key = (row: number) => number

const keyOf = ({ plan, judgement, facts }: JudgedPlan, ranks: PlanRanks, sortBy: OperationSort): Key => {
  const ofProject = (value: (project: JudgedPlan['plan']['projects'][number]) => number): Key => {
    const values = Float64Array.from(plan.projects, value)
    return (row) => values[plan.project[row] as number] as number
  }
  const minute =
    (column: Float64Array): Key =>
    (row) =>
      Math.round((column[row] as number) / minuteMs)
  switch (sortBy) {
    case 'daysOverdue':
      // Inside one day by the minute; what is not overdue by how soon it will be; what is over is neither.
      return (row) =>
        (judgement.standing[row] as number) > 3
          ? none
          : middle - Math.round((plan.scheduledEndMs[row] as number) / minuteMs)
    case 'projectName':
      ranks.projectName ??= textRanks(plan.projects.map(({ projectName }) => projectName))
      return (row) => (ranks.projectName as Int32Array)[plan.project[row] as number] as number
    case 'projectNumber':
      ranks.projectNumber ??= textRanks(plan.projects.map(({ projectNumber }) => projectNumber))
      return (row) => (ranks.projectNumber as Int32Array)[plan.project[row] as number] as number
    case 'name':
      ranks.operationName ??= textRanks(plan.names)
      return (row) => (ranks.operationName as Int32Array)[row] as number
    case 'progress':
      return (row) => Math.round((plan.progressPercent[row] as number) * 100)
    case 'priority':
      return ofProject(({ priority }) => priority)
    case 'shipDate':
      return ofProject(({ dueMs }) => (dueMs === null ? none : Math.round(dueMs / minuteMs)))
    case 'workCentre':
      return (row) => ((plan.category[row] as number) < 0 ? none : (plan.category[row] as number))
    case 'status':
      return (row) => plan.status[row] as number
    case 'start':
      return minute(plan.scheduledStartMs)
    case 'dueDate':
    case 'end':
      return minute(plan.scheduledEndMs)
    case 'duration':
      return (row) => Math.round((plan.durationHours[row] as number) * 100)
    case 'slack':
      return (row) => middle + Math.round((judgement.slackDays[row] as number) * 100_000)
    case 'lateness':
      return (row) => {
        const late = (plan.scheduledEndMs[row] as number) - (facts.latestEndMs[row] as number)
        return Number.isFinite(late) ? middle + Math.round(late / minuteMs) : none
      }
  }
}

/** Sort keys that are read from the most to the least unless said. */
const descending: ReadonlySet<OperationSort> = new Set(['daysOverdue', 'priority', 'lateness'])

/**
 * Rows in order; equal ones stay in the plan's. Keys and places are packed into one number each, so that the engine's own
 * sort of numbers does the work: 100,000 rows in some 10 ms.
 */
export const orderOperations = (
  judged: JudgedPlan,
  ranks: PlanRanks,
  rows: Int32Array,
  { sortBy = 'daysOverdue', sortOrder }: OperationOrder,
): Int32Array => {
  const key = keyOf(judged, ranks, sortBy)
  const isDescending = sortOrder ? sortOrder === 'desc' : descending.has(sortBy)
  const places = 2 ** 20
  if (rows.length > places) throw new RangeError('More operations than one list can order')
  const packed = new Float64Array(rows.length)
  for (let place = 0; place < rows.length; place++) {
    const value = key(rows[place] as number)
    const bounded = Number.isNaN(value)
      ? keyLimit
      : Math.min(Math.max(isDescending ? keyLimit - 1 - value : value, 0), keyLimit - 1)
    packed[place] = bounded * places + place
  }
  packed.sort()
  const ordered = new Int32Array(rows.length)
  for (let place = 0; place < ordered.length; place++)
    ordered[place] = rows[(packed[place] as number) % places] as number
  return ordered
}
