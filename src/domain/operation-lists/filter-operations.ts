import { defaultRiskDays, type OperationFilter, type OperationTab } from '#contract/operation-filter.ts'
import { operationStatuses } from '#contract/vocabulary.ts'
import { type PlanFacts, type PlanJudgement, standingCodes } from '../overdue/judge-plan.ts'
import { priorityClassOf, severityOf } from '../overdue/overdue-thresholds.ts'
import type { PlanColumns } from '../overdue/plan-columns.ts'
import { isBlocked } from '../overdue/waiting-operations.ts'

/** Everything a filter looks at; one bit or number per row, judged at one instant. */
export interface JudgedPlan {
  readonly plan: PlanColumns
  readonly facts: PlanFacts
  readonly judgement: PlanJudgement
  /** Ids of the work centres, by index. */
  readonly categoryIds: readonly string[]
  /** Lower-case texts a search looks into. */
  readonly words: {
    readonly operations: readonly string[]
    readonly projects: readonly string[]
    readonly categories: readonly string[]
  }
  /** 1 = snoozed at the instant. */
  readonly snoozed: Uint8Array
  /** 1 = overdue when the previous working day began. */
  readonly wasOverdue: Uint8Array
  /** 1 = begun, and without progress for days; absent where nobody asks. */
  readonly stalled?: Uint8Array | null
}

/** Bounds of the filter's calendar dates: [fromMs, toMs). */
export interface DateSpan {
  readonly fromMs: number
  readonly toMs: number
}

const [overdue, projectedLate, atRisk] = [0, 1, 2] as const
const tabOfStanding: readonly (OperationTab | undefined)[] = standingCodes.map((word) =>
  word === 'overdue' || word === 'projectedLate' || word === 'atRisk' ? word : undefined,
)

/** Overdue now, and not when the previous working day began. */
export const isNew = ({ judgement, wasOverdue }: JudgedPlan, row: number): boolean =>
  judgement.standing[row] === overdue && wasOverdue[row] === 0

/**
 * Overdue when the previous working day began, and completed since, or replanned to an end that its project can wait for: what
 * was only moved to a day that makes its project late has not recovered.
 */
export const isRecovered = ({ plan, judgement, wasOverdue }: JudgedPlan, row: number): boolean =>
  wasOverdue[row] === 1 &&
  judgement.standing[row] !== overdue &&
  judgement.standing[row] !== projectedLate &&
  (plan.completed[row] === 1 || (plan.scheduledEndMs[row] as number) >= judgement.nowMs)

export const isRowBlocked = ({ plan, facts, judgement }: JudgedPlan, row: number): boolean =>
  (judgement.standing[row] as number) < 5 &&
  isBlocked(
    {
      heldBy: facts.heldBy[row] as number,
      openPredecessor: facts.openPredecessor[row] as number,
      plannedStartMs: plan.scheduledStartMs[row] as number,
    },
    judgement.nowMs,
  )

type Test = (row: number) => boolean

/** A test per field that narrows; what is looked up often is looked up in tables. */
const testsOf = (judged: JudgedPlan, filter: OperationFilter, span: DateSpan): Test[] => {
  const { plan, judgement, words } = judged
  const tests: Test[] = []
  const { categoryIds, projectIds, statuses, phases, priorities, severities, flagged, onHold, search } = filter
  if (categoryIds) {
    const wanted = judged.categoryIds.map((id) => categoryIds.includes(id))
    const orNone = categoryIds.includes('none')
    tests.push((row) => wanted[plan.category[row] as number] ?? orNone)
  }
  const byProject = (keep: (project: PlanColumns['projects'][number]) => boolean): void => {
    const wanted = plan.projects.map(keep)
    tests.push((row) => wanted[plan.project[row] as number] === true)
  }
  if (projectIds) byProject(({ projectId }) => projectIds.includes(projectId))
  if (phases) byProject(({ currentPhase }) => phases.includes(currentPhase))
  if (priorities) byProject(({ priority }) => priorities.includes(priorityClassOf(priority)))
  if (statuses) {
    const wanted = operationStatuses.map((status) => statuses.includes(status))
    tests.push((row) => wanted[plan.status[row] as number] === true)
  }
  const { stalled } = judged
  if (stalled && filter.stalled) tests.push((row) => stalled[row] === 1)
  if (onHold !== undefined) tests.push((row) => (plan.onHold[row] === 1) === onHold)
  const { minDaysOverdue = 0 } = filter
  if (severities || minDaysOverdue > 0) {
    tests.push((row) => {
      const days = judgement.daysOverdue[row] as number
      if (judgement.standing[row] !== overdue || days < minDaysOverdue) return false
      return !severities || severities.includes(severityOf(days))
    })
  }
  if (flagged) {
    const [wantsRisk, wantsBlocked] = [flagged.includes('at-risk'), flagged.includes('blocked')]
    const riskDays = filter.riskDays ?? defaultRiskDays
    tests.push(
      (row) =>
        (wantsRisk &&
          (judgement.standing[row] as number) <= atRisk &&
          (judgement.slackDays[row] as number) <= riskDays) ||
        (wantsBlocked && isRowBlocked(judged, row)),
    )
  }
  if (filter.fromDate !== undefined || filter.toDate !== undefined) {
    tests.push((row) => {
      const start = plan.actualStartMs[row] as number
      const from = Number.isNaN(start) ? (plan.scheduledStartMs[row] as number) : start
      const ended = plan.actualEndMs[row] as number
      const to = Number.isNaN(ended) ? (plan.scheduledEndMs[row] as number) : ended
      // An end on the bound itself is the day before's; what takes no time stands where it is.
      return from < span.toMs && (to > span.fromMs || (to === from && to === span.fromMs))
    })
  }
  const looked = (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  for (const word of looked) {
    const inProject = words.projects.map((text) => text.includes(word))
    const inCategory = words.categories.map((text) => text.includes(word))
    tests.push(
      (row) =>
        inProject[plan.project[row] as number] === true ||
        inCategory[plan.category[row] as number] === true ||
        (words.operations[row] as string).includes(word),
    )
  }
  return tests
}

export interface FilteredOperations {
  /** Rows that match, in the plan's order. */
  readonly rows: Int32Array
  readonly tabs: Record<OperationTab, number>
  readonly snoozed: number
  readonly newSinceYesterday: number
  readonly recovered: number
}

/** The rows that match, and how many would on the other tabs: one pass over all operations. */
export const filterOperations = (judged: JudgedPlan, filter: OperationFilter, span: DateSpan): FilteredOperations => {
  const { plan, judgement, snoozed } = judged
  const tests = testsOf(judged, filter, span)
  const tab = filter.tab ?? 'all'
  const snoozeRule = (of: OperationTab): NonNullable<OperationFilter['snoozed']> =>
    filter.snoozed ?? (of === 'all' ? 'show' : 'hide')
  const shows = (of: OperationTab, row: number): boolean => {
    const rule = snoozeRule(of)
    return rule === 'show' || (snoozed[row] === 1) === (rule === 'only')
  }
  const found = new Int32Array(plan.ids.length)
  let count = 0
  const result = {
    tabs: { all: 0, overdue: 0, projectedLate: 0, atRisk: 0 },
    snoozed: 0,
    newSinceYesterday: 0,
    recovered: 0,
  }
  for (let row = 0; row < found.length; row++) {
    if (!tests.every((test) => test(row))) continue
    const own = tabOfStanding[judgement.standing[row] as number]
    if (shows('all', row)) result.tabs.all++
    if (own && shows(own, row)) result.tabs[own]++
    const recovered = (tab === 'overdue' || tab === 'all') && isRecovered(judged, row)
    const onTab = tab === 'all' || own === tab
    if (onTab && snoozed[row] === 1) result.snoozed++
    const fresh = onTab && isNew(judged, row)
    if (!shows(tab, row)) continue
    if (fresh) result.newSinceYesterday++
    if (recovered) result.recovered++
    const matches = filter.trend === 'recovered' ? recovered : filter.trend === 'new' ? fresh : onTab
    if (matches) found[count++] = row
  }
  return { rows: found.slice(0, count), ...result }
}
