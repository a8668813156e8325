import type { OperationStanding } from '#contract/operation-lists.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { latestEnds } from './latest-ends.ts'
import { isOpen, operationStanding } from './operation-standing.ts'
import type { PlanColumns } from './plan-columns.ts'
import { projectOrder } from './project-order.ts'
import { type WaitingOperations, waitingOperations } from './waiting-operations.ts'
import { WorkingDays } from './working-days.ts'

/** What holds of a plan whatever the time: judged once, read by every list until the plan changes. */
export interface PlanFacts extends WaitingOperations {
  readonly projectOpen: Uint8Array
  /** `latestEnds`; Infinity also for what is not open. */
  readonly latestEndMs: Float64Array
  /** Working days between planned and latest end; NaN = none, or not open. */
  readonly slackDays: Float64Array
  /** Local day of the planned end, as `localDay` counts them; work that ends at midnight ends on the day before. */
  readonly endDay: Int32Array
  readonly hoursLeft: Float64Array
  readonly successors: Int32Array
}

export interface PlanCalendars {
  readonly timeZone: string
  /** Of a work centre by its index; -1 = the organisation's own. */
  readonly calendarOf: (category: number) => WorkCalendar
  readonly workingDaysOf: (category: number) => WorkingDays
}

/** Calendars by index of the work centre, with their working days counted once per calendar. */
export const planCalendars = (
  timeZone: string,
  organisation: WorkCalendar,
  ofCategories: readonly WorkCalendar[],
): PlanCalendars => {
  const counted = new Map<WorkCalendar, WorkingDays>()
  for (const calendar of [organisation, ...ofCategories]) {
    if (!counted.has(calendar)) counted.set(calendar, new WorkingDays(calendar))
  }
  const calendarOf = (category: number): WorkCalendar => ofCategories[category] ?? organisation
  return { timeZone, calendarOf, workingDaysOf: (category) => counted.get(calendarOf(category)) as WorkingDays }
}

const blankFacts = (rows: number): PlanFacts => ({
  heldBy: new Int32Array(rows),
  openPredecessor: new Int32Array(rows),
  projectOpen: new Uint8Array(rows),
  latestEndMs: new Float64Array(rows),
  slackDays: new Float64Array(rows),
  endDay: new Int32Array(rows),
  hoursLeft: new Float64Array(rows),
  successors: new Int32Array(rows),
})

const copyFacts = (facts: PlanFacts): PlanFacts => ({
  heldBy: facts.heldBy.slice(),
  openPredecessor: facts.openPredecessor.slice(),
  projectOpen: facts.projectOpen.slice(),
  latestEndMs: facts.latestEndMs.slice(),
  slackDays: facts.slackDays.slice(),
  endDay: facts.endDay.slice(),
  hoursLeft: facts.hoursLeft.slice(),
  successors: facts.successors.slice(),
})

const judgeProject = (plan: PlanColumns, project: number, calendars: PlanCalendars, facts: PlanFacts): void => {
  const of = plan.projects[project]
  const projectOpen = of !== undefined && !unscheduledPhases.includes(effectivePhase(of))
  const order = projectOrder(plan, project)
  latestEnds(plan, project, order, calendars.calendarOf, facts.latestEndMs)
  waitingOperations(plan, order, facts)
  for (const row of order) {
    facts.successors[row] = 0
    facts.projectOpen[row] = projectOpen ? 1 : 0
    facts.hoursLeft[row] = plan.completed[row]
      ? 0
      : (plan.durationHours[row] as number) * (1 - (plan.progressPercent[row] as number) / 100)
    facts.endDay[row] = 0
    facts.slackDays[row] = Number.NaN
    const end = plan.scheduledEndMs[row] as number
    const open = isOpen({ completed: plan.completed[row] === 1, projectOpen })
    if (!open) facts.latestEndMs[row] = Infinity
    if (!open || Number.isNaN(end)) continue
    facts.endDay[row] = localDay(end - 1, calendars.timeZone)
    facts.slackDays[row] = slackDays(
      end,
      facts.latestEndMs[row] as number,
      calendars.workingDaysOf(plan.category[row] as number),
    )
  }
  const [first, end] = [plan.firstRow[project] as number, plan.firstRow[project + 1] as number]
  for (let link = plan.firstLink[first] as number; link < (plan.firstLink[end] as number); link++) {
    const from = plan.from[link] as number
    facts.successors[from] = (facts.successors[from] as number) + 1
  }
}

/**
 * Judges what does not depend on the time. Projects share nothing but calendars, so of a plan that was judged `before` only the
 * projects that have changed (by index) are judged again; rows and links must still be where they were.
 */
export const planFacts = (
  plan: PlanColumns,
  calendars: PlanCalendars,
  before?: { readonly facts: PlanFacts; readonly projects: Iterable<number> },
): PlanFacts => {
  const facts = before ? copyFacts(before.facts) : blankFacts(plan.ids.length)
  for (const project of before?.projects ?? plan.projects.keys()) judgeProject(plan, project, calendars, facts)
  return facts
}

const slackDays = (endMs: number, latestEndMs: number, days: WorkingDays): number =>
  latestEndMs === Infinity ? Number.NaN : days.at(latestEndMs) - days.at(endMs)

export const standingCodes = [
  'overdue',
  'projectedLate',
  'atRisk',
  'onTime',
  'unscheduled',
  'completed',
  'closed',
] as const satisfies readonly OperationStanding[]
const codeOf = Object.fromEntries(standingCodes.map((standing, code) => [standing, code])) as Record<
  OperationStanding,
  number
>

/** What holds at one instant. */
export interface PlanJudgement {
  readonly nowMs: number
  /** Index into `standingCodes`. */
  readonly standing: Uint8Array
  /** Calendar days since the planned end, in the organisation's zone; 0 = not overdue, or since today. */
  readonly daysOverdue: Int32Array
  /** As `PlanFacts.slackDays`; an overdue operation cannot end before what is left of it is done from now on. */
  readonly slackDays: Float64Array
}

/** Rows from `first` up to `end`. */
const judgeRows = (
  plan: PlanColumns,
  facts: PlanFacts,
  calendars: PlanCalendars,
  riskDays: number,
  { nowMs, standing, daysOverdue, slackDays: slack }: PlanJudgement,
  [first, end]: readonly [number, number],
): void => {
  const today = localDay(nowMs, calendars.timeZone)
  for (let row = first; row < end; row++) {
    const word = operationStanding(
      {
        completed: plan.completed[row] === 1,
        projectOpen: facts.projectOpen[row] === 1,
        plannedEndMs: plan.scheduledEndMs[row] as number,
        latestEndMs: facts.latestEndMs[row] as number,
        slackDays: slack[row] as number,
      },
      nowMs,
      riskDays,
    )
    standing[row] = codeOf[word]
    if (word !== 'overdue') continue
    daysOverdue[row] = today - (facts.endDay[row] as number)
    const category = plan.category[row] as number
    const calendar = calendars.calendarOf(category)
    const doneMs = calendar.endWall(calendar.toWork(nowMs) + (facts.hoursLeft[row] as number) * 3_600_000)
    slack[row] = slackDays(
      doneMs === Infinity ? nowMs : Math.max(nowMs, doneMs),
      facts.latestEndMs[row] as number,
      calendars.workingDaysOf(category),
    )
  }
}

/** Judges every operation at an instant, or those of some projects alone (by index): a few ms for 100,000. */
export const judgePlan = (
  plan: PlanColumns,
  facts: PlanFacts,
  calendars: PlanCalendars,
  { nowMs, riskDays }: { readonly nowMs: number; readonly riskDays: number },
  projects?: readonly number[],
): PlanJudgement => {
  const rows = plan.ids.length
  const judgement: PlanJudgement = {
    nowMs,
    standing: new Uint8Array(rows),
    daysOverdue: new Int32Array(rows),
    slackDays: facts.slackDays.slice(),
  }
  const spans = projects?.map((of) => [plan.firstRow[of] as number, plan.firstRow[of + 1] as number] as const)
  for (const span of spans ?? [[0, rows] as const]) judgeRows(plan, facts, calendars, riskDays, judgement, span)
  return judgement
}
