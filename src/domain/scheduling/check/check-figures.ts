import { unscheduledPhases } from '#contract/vocabulary.ts'
import { dayMs } from '../../time/units.ts'
import type { ScheduleResult } from '../schedule-result.ts'
import type { ShopSnapshot } from '../shop-snapshot.ts'
import type { Violation } from './violation.ts'

/** Calendar days from the ship date, which ends at `dueMs`, to the date of `endMs`. */
const daysBehind = (dueMs: number, endMs: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const dayOf = (ms: number): number => Date.parse(`${format.format(ms - 1)}T00:00:00Z`) / dayMs
  return dayOf(endMs) - dayOf(dueMs)
}

/** Recomputes completion, lateness and objective, and compares them. */
export const checkFigures = (snapshot: ShopSnapshot, result: ScheduleResult): Violation[] => {
  const latest = new Map<string, number>()
  for (const { projectId, endMs } of result.operations) {
    if (endMs !== null) latest.set(projectId, Math.max(latest.get(projectId) ?? endMs, endMs))
  }
  const found: Violation[] = []
  const compare = (operationId: string, figure: string, expected: number, actual: number): void => {
    if (!(Math.abs(expected - actual) <= 1e-6 * Math.max(1, Math.abs(expected)))) {
      found.push({ code: 'wrongFigure', operationId, figure, expected, actual })
    }
  }
  const byId = new Map(snapshot.projects.map((project) => [project.projectId, project]))
  let weighted = 0
  let late = 0
  let lateDays = 0
  for (const { projectId, completionMs, latenessHours } of result.projects) {
    const endMs = latest.get(projectId)
    compare(projectId, 'completion', endMs ?? 0, completionMs ?? 0)
    const project = byId.get(projectId)
    const hours = project?.dueMs != null && endMs !== undefined ? Math.max(0, (endMs - project.dueMs) / 3_600_000) : 0
    compare(projectId, 'lateness', hours, latenessHours)
    if (!project || unscheduledPhases.some((phase) => phase === project.phase)) continue
    weighted += hours * project.priority
    if (hours === 0 || project.dueMs === null || endMs === undefined) continue
    late++
    lateDays += daysBehind(project.dueMs, endMs, snapshot.timeZone)
  }
  compare('plan', 'objective', weighted, result.objective.weightedLatenessHours)
  compare('plan', 'late projects', late, result.lateProjects)
  compare('plan', 'late days', lateDays, result.lateDays)
  return found
}
