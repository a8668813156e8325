import type { ProposalChange } from '#contract/proposals.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { forecastCompletions, forecastShop, type ProjectForecast } from '../forecast/forecast-shop.ts'
import { latenessDays } from '../forecast/project-words.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'
import { addWorkingDays } from '../time/add-working-days.ts'
import { type Candidate, candidatesFor, type RemediedPart } from './remedy-changes.ts'

/** Another project that ends later because of a remedy; days after its ship date. */
export interface DelayedProject {
  readonly projectId: string
  readonly latenessDaysBefore: number
  readonly latenessDays: number
}

/** A remedy and what the forecast says after it; names are read when it is shown. */
export interface ComputedRemedy extends Candidate {
  readonly completionMs: number
  readonly latenessDays: number
  readonly gainMs: number
  readonly delayed: readonly DelayedProject[]
}

/** Most other projects that a remedy names. */
const mostNamed = 3

const daysLate = ({ projects, timeZone }: ShopSnapshot, completions: readonly (number | null)[]): (number | null)[] =>
  projects.map(({ phase, dueMs }, index) =>
    latenessDays(
      {
        phase: phase as Parameters<typeof latenessDays>[0]['phase'],
        dueMs,
        completionMs: completions[index] ?? null,
        slackDays: null,
      },
      timeZone,
    ),
  )

interface Before {
  readonly snapshot: ShopSnapshot
  readonly index: number
  readonly completionMs: number
  readonly lateness: readonly (number | null)[]
}

/** What gains less is no help to a late project. */
const leastGainMs = 3_600_000

/** What the forecast says after some changes; null = they cannot be made, or the project ends hardly earlier. */
const effectOf = (
  { snapshot, index, completionMs, lateness }: Before,
  changes: readonly ProposalChange[],
  shouldStop: ShouldStop,
) => {
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) return null
  const completions = forecastCompletions(changed.snapshot, shouldStop)
  const after = daysLate(changed.snapshot, completions)
  const [endMs, days] = [completions[index] ?? null, after[index] ?? null]
  if (endMs === null || days === null || completionMs - endMs < leastGainMs) return null
  const delayed = snapshot.projects.flatMap(({ projectId }, other): DelayedProject[] => {
    const [before, now] = [lateness[other] ?? null, after[other] ?? null]
    const isWorse = other !== index && before !== null && now !== null && now > before && now > 0
    return isWorse ? [{ projectId, latenessDaysBefore: before, latenessDays: now }] : []
  })
  delayed.sort((a, b) => b.latenessDays - b.latenessDaysBefore - (a.latenessDays - a.latenessDaysBefore))
  return { completionMs: endMs, latenessDays: days, gainMs: completionMs - endMs, delayed: delayed.slice(0, mostNamed) }
}

/** The ship date that the forecast keeps, the last resort. */
const moveShipDate = (of: ProjectForecast, completionMs: number): ComputedRemedy => ({
  code: 'moveShipDate',
  operationId: null,
  categoryId: null,
  changes: [
    {
      kind: 'project',
      projectId: of.project.projectId,
      fields: { plannedShipDate: new Date(lastInstant(completionMs)).toISOString() },
    },
  ],
  completionMs,
  latenessDays: 0,
  gainMs: 0,
  delayed: [],
})

/**
 * **What would help a late project**, best first. Each remedy is a list of changes; its promise is what the forecast says after they
 * are made, with whom it delays. `parts`: what makes the project late. Empty when it is not late. Throws `StoppedError`.
 */
export const projectRemediesOf = (
  snapshot: ShopSnapshot,
  projectId: string,
  parts: readonly RemediedPart[],
  shouldStop: ShouldStop = neverStop,
): ComputedRemedy[] => {
  const forecast = forecastShop(snapshot, shouldStop)
  const index = forecast.projects.findIndex(({ project }) => project.projectId === projectId)
  const of = forecast.projects[index]
  if (of?.state !== 'late' || of.completionMs === null) return []
  const { completionMs } = of
  const lateness = forecast.projects.map((project) => project.latenessDays)
  const before = { snapshot, index, completionMs, lateness }
  const freezeUntilMs = addWorkingDays(snapshot.nowMs, snapshot.freezeWorkingDays, forecast.tenantCalendar)
  const found = candidatesFor({ of, snapshot, parts, freezeUntilMs }).flatMap((candidate): ComputedRemedy[] => {
    const effect = effectOf(before, candidate.changes, shouldStop)
    return effect ? [{ ...candidate, ...effect }] : []
  })
  found.sort((a, b) => a.completionMs - b.completionMs || a.delayed.length - b.delayed.length)
  // Without a date for all of its work, no ship date can be promised.
  const isWhole = of.operations.every(({ completed, forecastEndMs }) => completed || forecastEndMs !== null)
  return isWhole ? [...found, moveShipDate(of, completionMs)] : found
}
