import type { PlanJudgement } from './judge-plan.ts'
import { standingCodes } from './judge-plan.ts'
import type { CauseVerdict } from './operation-cause.ts'
import type { PlanColumns } from './plan-columns.ts'

const late = new Set([standingCodes.indexOf('overdue'), standingCodes.indexOf('projectedLate')])
const unscheduled = standingCodes.indexOf('unscheduled')

/** The open row of a project with the least slack, of those the later one; without a late one, one that has no place. */
const leastSlack = (plan: PlanColumns, { standing, slackDays }: PlanJudgement, project: number): number => {
  let [found, place] = [-1, -1]
  const end = plan.firstRow[project + 1] as number
  for (let row = plan.firstRow[project] as number; row < end; row++) {
    if (standing[row] === unscheduled && place < 0) place = row
    if (!late.has(standing[row] as number)) continue
    const [slack, least] = [slackDays[row] as number, slackDays[found] as number]
    if (
      found < 0 ||
      slack < least ||
      (slack === least && (plan.scheduledEndMs[row] as number) > (plan.scheduledEndMs[found] as number))
    )
      found = row
  }
  return found < 0 ? place : found
}

/** Causes that only name another operation of the project. */
const elsewhere: ReadonlySet<string> = new Set(['predecessor', 'waitsForHeld'])

/**
 * **What makes a project late**: its operation with the least slack and, as long as that only waits for another one, that one.
 * Null when nothing of it is late or without a place. `verdictOf`: `operationCause` of a row; `rowOf`: of an operation's id.
 */
export const decidingOperation = (
  plan: PlanColumns,
  judgement: PlanJudgement,
  project: number,
  {
    verdictOf,
    rowOf,
  }: { verdictOf: (row: number) => CauseVerdict; rowOf: (operationId: string) => number | undefined },
): { readonly row: number; readonly verdict: CauseVerdict } | null => {
  let row = leastSlack(plan, judgement, project)
  if (row < 0) return null
  let verdict = verdictOf(row)
  const seen = new Set<number>()
  while (elsewhere.has(verdict.cause.code) && !seen.has(row)) {
    seen.add(row)
    const next = rowOf(verdict.cause.operationId ?? '')
    if (next === undefined || plan.project[next] !== project) break
    const told = verdictOf(next)
    if (told.cause.code === 'none') break
    row = next
    verdict = told
  }
  return { row, verdict }
}
