import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import { mostDelayedNamed } from '#contract/remedies.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import type { ProjectForecast } from '../forecast/forecast-shop.ts'
import { latenessDays } from '../forecast/project-words.ts'
import type { ProjectEffect } from '../scheduling/project-effects.ts'
import { addWorkingDays } from '../time/add-working-days.ts'
import { type Candidate, candidatesFor, type RemediedPart } from './remedy-changes.ts'
import type { RemedyTrials, Trial } from './remedy-trials.ts'

/** Another late project that ends later because of a remedy; days after its ship date. */
interface DelayedProject {
  readonly projectId: string
  readonly latenessDaysBefore: number
  readonly latenessDays: number
}

/** What one way to follow a remedy leads to. */
interface RemedyEffect {
  readonly method: ProposalInput['method']
  readonly changes: readonly ProposalChange[]
  readonly completionMs: number
  readonly latenessDays: number
  readonly gainMs: number
  /** Of the whole shop. */
  readonly lateDays: number
  /** How many other projects end on a later day, and how many of them become late. */
  readonly laterProjects: number
  readonly becomeLate: number
  /** The worst of those that are late then. */
  readonly delayed: readonly DelayedProject[]
}

/** A remedy with the better of its two ways; names are read when it is shown. */
export interface ComputedRemedy extends RemedyEffect, Pick<Candidate, 'operationId' | 'categoryId'> {
  readonly code: Candidate['code']
  /** Going first: how many operations it goes ahead of. */
  readonly ahead: number | null
  readonly lateDaysBefore: number
}

/** What gains less is no help to a late project. */
const leastGainMs = 3_600_000

interface Judged {
  readonly trials: RemedyTrials
  readonly index: number
  readonly of: ProjectForecast
  readonly completionMs: number
}

const laterKinds: readonly ProjectEffect['kind'][] = ['becameLate', 'later', 'noDate']

/** The end of the project in a trial and its days after the ship date; null = unknown. */
const endOf = ({ index }: Judged, trial: Trial | null) => {
  const endMs = trial?.completions[index] ?? null
  const project = trial?.snapshot.projects[index]
  if (!trial || !project || endMs === null) return null
  const { phase, dueMs } = project
  const facts = { phase: phase as ProjectPhase, dueMs, completionMs: endMs, slackDays: null }
  const days = latenessDays(facts, trial.snapshot.timeZone)
  return days === null ? null : { endMs, days }
}

/** What a trial means for the project; null = it ends hardly earlier. */
const effectOf = (
  judged: Judged,
  trial: Trial | null,
  way: Pick<RemedyEffect, 'method' | 'changes'>,
): RemedyEffect | null => {
  const end = endOf(judged, trial)
  const { of, completionMs } = judged
  if (!trial || !end || completionMs - end.endMs < leastGainMs) return null
  const { endMs, days } = end
  const later = trial.effects.filter(
    ({ projectId, kind }) => projectId !== of.project.projectId && laterKinds.includes(kind),
  )
  const delayed = later.flatMap(({ projectId, latenessDaysBefore, latenessDaysAfter }): DelayedProject[] =>
    latenessDaysBefore !== null && latenessDaysAfter !== null && latenessDaysAfter > 0
      ? [{ projectId, latenessDaysBefore, latenessDays: latenessDaysAfter }]
      : [],
  )
  return {
    ...way,
    completionMs: endMs,
    latenessDays: days,
    gainMs: completionMs - endMs,
    lateDays: trial.lateDays,
    laterProjects: later.length,
    becomeLate: later.filter(({ kind }) => kind === 'becameLate').length,
    delayed: delayed.slice(0, mostDelayedNamed),
  }
}

type Ordered = Pick<RemedyEffect, 'lateDays' | 'latenessDays' | 'completionMs'>

const ownLateDays = ({ latenessDays: days }: Ordered): number => Math.max(0, days)

/** First by the late days of the shop, then by those of the project. */
const helpsMoreFirst = (a: Ordered, b: Ordered): number =>
  a.lateDays - b.lateDays || ownLateDays(a) - ownLateDays(b) || a.completionMs - b.completionMs

/** Whether scheduling again after a remedy saves a late day, of the shop or of the project, that it does not save without the remedy. */
const savesMore = (judged: Judged, again: RemedyEffect): boolean => {
  const alone = judged.trials.again([])
  const end = endOf(judged, alone)
  if (!alone || !end) return true
  return again.lateDays < alone.lateDays || ownLateDays(again) < Math.max(0, end.days)
}

/** The better of both ways. */
const betterWay = (judged: Judged, { cause, moves }: Candidate): RemedyEffect | null => {
  const { trials } = judged
  const all = [...cause, ...moves]
  const kept = effectOf(judged, trials.keep(all), { method: 'keepSequence', changes: all })
  const again = cause.length > 0 ? effectOf(judged, trials.again(cause), { method: 'optimize', changes: cause }) : null
  if (!again || !savesMore(judged, again)) return kept
  return kept && helpsMoreFirst(kept, again) <= 0 ? kept : again
}

/** The operations of other projects at the work center that are planned before an operation, and end up behind it. */
const passedBy = ({ trials, of }: Judged, { categoryId, waitingId, cause, moves }: Candidate): string[] => {
  const trial = trials.keep([...cause, ...moves])
  const startOf = (operations: Trial['operations']) =>
    new Map(operations.map(({ operationId, startMs }) => [operationId, startMs ?? Infinity]))
  if (!trial || !waitingId) return []
  const [before, after] = [startOf(trials.followed.operations), startOf(trial.operations)]
  const [mineBefore, mineAfter] = [before.get(waitingId) ?? -Infinity, after.get(waitingId) ?? Infinity]
  return trials.snapshot.projects
    .filter(({ projectId }) => projectId !== of.project.projectId)
    .flatMap(({ operations }) => operations)
    .filter((one) => one.categoryId === categoryId || one.poolId === categoryId)
    .map(({ operationId }) => operationId)
    .filter((id) => (before.get(id) ?? Infinity) < mineBefore && (after.get(id) ?? -Infinity) > mineAfter)
}

/** What it is called: going ahead of one operation names it, and one that goes ahead of nothing only starts sooner. */
const calledBy = (judged: Judged, candidate: Candidate, { method }: RemedyEffect) => {
  const { code, operationId, categoryId } = candidate
  if (code !== 'goFirst' || method === 'optimize') return { code, operationId, categoryId, ahead: null }
  const passed = passedBy(judged, candidate)
  if (passed.length === 0) {
    return { code: 'reschedule' as const, operationId: candidate.waitingId ?? null, categoryId: null, ahead: null }
  }
  return { code, operationId: passed.length === 1 ? (passed[0] ?? null) : null, categoryId, ahead: passed.length }
}

/** The ship date that the forecast keeps, the last resort. */
const moveShipDate = ({ of, completionMs, trials }: Judged): ComputedRemedy => {
  const { lateDays } = trials.followed
  return {
    code: 'moveShipDate',
    operationId: null,
    categoryId: null,
    ahead: null,
    method: 'keepSequence',
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
    lateDaysBefore: lateDays,
    lateDays: lateDays - Math.max(0, of.latenessDays ?? 0),
    laterProjects: 0,
    becomeLate: 0,
    delayed: [],
  }
}

/** It costs nothing, so another remedy stands before it only if it helps the project more, or leaves at most half of the late days. */
const againFirst = (sorted: readonly ComputedRemedy[]): ComputedRemedy[] => {
  const [first] = sorted
  const again = sorted.find(({ code }) => code === 'scheduleAgain')
  if (!first || !again) return [...sorted]
  const rescues = again.lateDays > 0 && first.lateDays * 2 <= again.lateDays
  const isBeaten = rescues || ownLateDays(first) < ownLateDays(again)
  return first !== again && isBeaten ? [...sorted] : [again, ...sorted.filter((one) => one !== again)]
}

/**
 * **What would help a late project**, what helps most first. Each remedy is a list of changes; its promise is the better of what the
 * forecast says after them, and of what scheduling again after them leads to. `parts`: what makes the project late. Empty when it is not
 * late. Throws `StoppedError`.
 */
export const projectRemediesOf = (
  trials: RemedyTrials,
  projectId: string,
  parts: readonly RemediedPart[],
): ComputedRemedy[] => {
  const { snapshot, forecast, followed } = trials
  const index = forecast.projects.findIndex(({ project }) => project.projectId === projectId)
  const of = forecast.projects[index]
  if (of?.state !== 'late' || of.completionMs === null) return []
  const judged: Judged = { trials, index, of, completionMs: of.completionMs }
  const { lateDays: lateDaysBefore } = followed
  const alone = effectOf(judged, trials.again([]), { method: 'optimize', changes: [] })
  const freezeUntilMs = addWorkingDays(snapshot.nowMs, snapshot.freezeWorkingDays, forecast.tenantCalendar)
  const found = candidatesFor({ of, snapshot, parts, freezeUntilMs }).flatMap((candidate): ComputedRemedy[] => {
    const better = betterWay(judged, candidate)
    return better ? [{ ...better, ...calledBy(judged, candidate, better), lateDaysBefore }] : []
  })
  if (alone) {
    found.push({
      ...alone,
      code: 'scheduleAgain',
      operationId: null,
      categoryId: null,
      ahead: null,
      lateDaysBefore,
    })
  }
  found.sort(helpsMoreFirst)
  // Without a date for all of its work, no ship date can be promised.
  const isWhole = of.operations.every(({ completed, forecastEndMs }) => completed || forecastEndMs !== null)
  return isWhole ? [...againFirst(found), moveShipDate(judged)] : againFirst(found)
}
