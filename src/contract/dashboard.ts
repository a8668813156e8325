import { z } from 'zod/mini'
import { LoadMatrix } from './analytics.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { HistoryEntry } from './history.ts'
import { LatePart } from './late-parts.ts'
import { withUsual } from './lenient-fields.ts'
import { NextStep } from './operation-lists.ts'
import { ProjectOdds } from './projects.ts'
import { SchedulingRun } from './scheduling-runs.ts'
import { ProjectPhase, ProjectState } from './vocabulary.ts'

/** Maximum number of rows in each list; the totals count all. */
export const dashboardRows = { late: 8, unlikely: 5, shipping: 40, stalled: 50, held: 50, activity: 8 } as const

/** Number of weeks whose load is checked: the current one and the next two. */
export const dashboardWeeks = 3

const count = z.int()

const DashboardProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  priority: count,
  phase: ProjectPhase,
  state: ProjectState,
  plannedShipDate: z.nullable(Instant),
  projectedCompletionDate: z.nullable(Instant),
  projectedFrom: z.enum(['schedule', 'shipDate', 'none']),
  forecastCompletionDate: z.nullable(Instant),
  latenessDays: z.nullable(count),
  pastDueDays: z.nullable(count),
  /** null = too little is known about how long its work takes, or it has no forecast. */
  odds: withUsual(z.nullable(ProjectOdds), null),
})
export type DashboardProject = z.infer<typeof DashboardProject>

/** A late or past due project. */
export const LateProject = z.extend(DashboardProject, {
  /** The main cause of its lateness (`domain/forecast/late-parts.ts`); null = it is not late. */
  mainCause: z.nullable(LatePart),
  /** The largest part of its lateness that can be addressed; null = none. */
  nextStep: z.nullable(LatePart),
  /** The most effective remedy (`listRemedies`); null = not computed yet for the current plan. */
  remedy: withUsual(z.nullable(NextStep), null),
})
export type LateProject = z.infer<typeof LateProject>

const StalledOperation = z.object({
  operationId: z.string(),
  name: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  progressPercentage: z.number(),
  /** When its progress was last reported, or when it started. */
  since: Instant,
})
const HeldProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  /** When it was put on hold; null = not in history. */
  since: z.nullable(Instant),
})

export const ActivityEntry = z.object({
  entry: HistoryEntry,
  projectNumber: z.nullable(z.string()),
  projectName: z.nullable(z.string()),
  operationName: z.nullable(z.string()),
  /** Number of other changes in the same request. */
  more: count,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** What needs a decision today, in one answer. */
export const Dashboard = z.object({
  now: Instant,
  timeZone: z.string(),
  /** Number of all projects in the organization; 0 = a new organization. */
  projects: count,
  figures: z.object({
    /** Projects whose forecast completion is after the due date. */
    late: count,
    /** Unshipped projects whose ship date has passed. */
    pastDue: count,
    /** On time in the forecast, but with a chance below `unlikelyBelow` (`domain/odds`). */
    unlikely: withUsual(count, 0),
    /** Not shipped, not cancelled, and planned to ship today or in the next 14 days of the reader's calendar. */
    shipsSoon: count,
    /** Of these, complete. */
    shipsSoonReady: count,
    /** Started operations of scheduled projects without progress for `stalledAfterDays`. */
    stalled: count,
    onHold: count,
    /** Open operations of projects under way without a planned end (`isNotPlaced`), as counted in the schedule. */
    notPlaced: count,
    /** Work centers and pools with more planned work than open hours in one of the three weeks. */
    overCapacity: count,
  }),
  stalledAfterDays: count,
  late: z.array(LateProject),
  pastDue: z.array(LateProject),
  /** The least likely first. */
  unlikely: withUsual(z.array(LateProject), []),
  shipping: z.array(DashboardProject),
  stalled: z.array(StalledOperation),
  held: z.array(HeldProject),
  load: LoadMatrix,
  /** The newest applied plan; null = none yet. */
  lastRun: z.nullable(
    z.object({
      run: SchedulingRun,
      /** Later changes that a plan depends on; null = unknown. */
      changesSince: z.nullable(count),
    }),
  ),
  activity: z.array(ActivityEntry),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  access: 'tenant',
  summary: 'What needs a decision today',
  failed: 'Failed to fetch dashboard',
  response: Dashboard,
})
