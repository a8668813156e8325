import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'

export type RunRow = typeof schedulingRuns.$inferSelect

/** The progress of a run before its first report. */
const untouched = {
  percent: 0,
  completed: 0,
  total: 0,
  recent: [],
  phase: 'initializing',
  projectsPerSecond: null,
  secondsLeft: null,
  lateProjectsBefore: null,
  lateProjects: null,
  lateDaysBefore: null,
  lateDays: null,
  effect: null,
  placedOperations: null,
  unplacedOperations: null,
  warnings: null,
  changedOperations: null,
  violations: [],
  iterations: null,
  searchEnd: null,
  gainedLate: null,
  leastLateDays: null,
  endedAtStep: null,
  searches: null,
  bestSeed: null,
} as const

/** Whether a run has moved anything, and its plan was used. */
const isUsed = ({ status, preview, progress }: RunRow): boolean =>
  status === 'Succeeded' && !preview && (progress.changedOperations ?? 0) > 0

/** A stored run as the contract shows it. */
export const presentRun = (row: RunRow): SchedulingRun => ({
  ...untouched,
  ...row.progress,
  recent: row.progress.recent ?? [],
  violations: row.progress.violations ?? [],
  runId: row.runId,
  projectId: row.projectId,
  selectedProjects: row.projectIds?.length ?? null,
  preview: row.preview,
  status: row.status,
  cause: row.cause,
  seed: row.seed,
  effort: row.effort,
  startedBy: row.startedBy,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  revertedAt: row.revertedAt?.toISOString() ?? null,
  ofOneProject: row.projectId !== null || row.progress.ofOneProject === true,
  canRevert: row.progress.canRevert !== false && row.revertedAt === null && isUsed(row),
  canRedo: row.progress.canRevert !== false && row.revertedAt !== null && isUsed(row),
  isKept: (row.progress.isKept ?? row.progress.canRevert !== false) && isUsed(row),
})
