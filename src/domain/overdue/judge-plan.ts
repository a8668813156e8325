import type { OperationStanding } from '#contract/operation-lists.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { latestEnds } from './latest-ends.ts'
import { isOpen, operationStanding } from './operation-standing.ts'
import type { PlanColumns } from './plan-columns.ts'
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

/** Judges what does not depend on the time. */
export const planFacts = (plan: PlanColumns, calendars: PlanCalendars): PlanFacts => {
  const rows = plan.ids.length
  const openProjects = plan.projects.map((project) => !unscheduledPhases.includes(effectivePhase(project)))
  const latestEndMs = latestEnds(plan, calendars.calendarOf)
  const facts = {
    ...waitingOperations(plan),
    latestEndMs,
    projectOpen: new Uint8Array(rows),
    slackDays: new Float64Array(rows).fill(Number.NaN),
    endDay: new Int32Array(rows),
    hoursLeft: new Float64Array(rows),
    successors: new Int32Array(rows),
  }
  for (let row = 0; row < rows; row++) {
    facts.projectOpen[row] = openProjects[plan.project[row] as number] ? 1 : 0
    facts.hoursLeft[row] = plan.completed[row]
      ? 0
      : (plan.durationHours[row] as number) * (1 - (plan.progressPercent[row] as number) / 100)
    const end = plan.scheduledEndMs[row] as number
    const open = isOpen({ completed: plan.completed[row] === 1, projectOpen: facts.projectOpen[row] === 1 })
    if (!open) latestEndMs[row] = Infinity
    if (!open || Number.isNaN(end)) continue
    facts.endDay[row] = localDay(end - 1, calendars.timeZone)
    facts.slackDays[row] = slackDays(
      end,
      latestEndMs[row] as number,
      calendars.workingDaysOf(plan.category[row] as number),
    )
  }
  for (const from of plan.from) facts.successors[from] = (facts.successors[from] as number) + 1
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

/** Judges every operation at an instant: a few ms for 100,000. */
export const judgePlan = (
  plan: PlanColumns,
  facts: PlanFacts,
  calendars: PlanCalendars,
  { nowMs, riskDays }: { readonly nowMs: number; readonly riskDays: number },
): PlanJudgement => {
  const rows = plan.ids.length
  const today = localDay(nowMs, calendars.timeZone)
  const standing = new Uint8Array(rows)
  const daysOverdue = new Int32Array(rows)
  const slack = Float64Array.from(facts.slackDays)
  for (let row = 0; row < rows; row++) {
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
  return { nowMs, standing, daysOverdue, slackDays: slack }
}
