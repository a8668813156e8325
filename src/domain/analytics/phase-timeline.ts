import { type ProjectPhase, type ProjectStatus, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { recordOf } from '../record-of.ts'
import { dayMs } from '../time/units.ts'
import { median, roundTwo } from './figures.ts'

/** A step in a project's history: from `atMs` on it was in this phase and status; null = deleted. */
export interface PhaseStep {
  readonly atMs: number
  readonly phase: ProjectPhase | null
  readonly status: ProjectStatus | null
}

/** A change as stored in history. A field that did not change is undefined; a value before creation or after deletion is null. */
export interface PhaseChange {
  readonly atMs: number
  readonly kind: 'create' | 'update' | 'delete'
  readonly phase?: { readonly from: ProjectPhase | null; readonly to: ProjectPhase | null } | undefined
  readonly status?: { readonly from: ProjectStatus | null; readonly to: ProjectStatus | null } | undefined
}

export interface KnownProject {
  readonly createdMs: number
  readonly phase: ProjectPhase
  readonly status: ProjectStatus
}

/**
 * Turns the changes of a project, in order of time, into steps, oldest first. Computed backwards from the current state
 * (null = deleted). Before its first change, the project was in that change's old state.
 */
export const phaseSteps = (changes: readonly PhaseChange[], present: KnownProject | null): PhaseStep[] => {
  const steps: PhaseStep[] = []
  let phase = present?.phase ?? null
  let status = present?.status ?? null
  for (const { atMs, kind, ...change } of changes.toReversed()) {
    steps.push(kind === 'delete' ? { atMs, phase: null, status: null } : { atMs, phase, status })
    if (kind === 'create') {
      phase = null
      status = null
      continue
    }
    if (change.phase) phase = change.phase.from
    if (change.status) status = change.status.from
  }
  const first = changes[0]
  if (first?.kind !== 'create' && present) {
    steps.push({ atMs: Math.min(present.createdMs, first?.atMs ?? Infinity), phase, status })
  }
  return steps.reverse()
}

const none = () => 0

/** Projects by phase and by status at each of `instants` (ascending). */
export const countPhasesAt = (lives: readonly (readonly PhaseStep[])[], instants: readonly number[]) => {
  const counts = instants.map(() => ({
    phases: recordOf(projectPhases, none),
    statuses: recordOf(projectStatuses, none),
  }))
  for (const steps of lives) {
    let next = 0
    instants.forEach((atMs, index) => {
      while ((steps[next]?.atMs ?? Infinity) <= atMs) next += 1
      const step = steps[next - 1]
      const count = counts[index]
      if (!step || !count) return
      if (step.phase) count.phases[step.phase] += 1
      if (step.status) count.statuses[step.status] += 1
    })
  }
  return counts
}

/**
 * Days that projects spent in each phase, for stays that ended in [fromMs, toMs) with a move to another phase. The
 * first stay begins with the project. A stay that ended with deletion is not counted.
 */
export const phaseLeadTimes = (lives: readonly (readonly PhaseStep[])[], fromMs: number, toMs: number) => {
  const days = new Map<ProjectPhase, number[]>()
  for (const steps of lives) {
    let enteredMs: number | null = null
    let current: ProjectPhase | null = null
    for (const { atMs, phase } of steps) {
      if (phase === current) continue
      if (current && phase && enteredMs !== null && atMs >= fromMs && atMs < toMs) {
        days.set(current, [...(days.get(current) ?? []), (atMs - enteredMs) / dayMs])
      }
      enteredMs = atMs
      current = phase
    }
  }
  return projectPhases.flatMap((phase) => {
    const stays = days.get(phase)
    if (!stays) return []
    const mean = stays.reduce((sum, value) => sum + value, 0) / stays.length
    return [
      {
        phase,
        stays: stays.length,
        medianDays: roundTwo(median(stays) ?? 0),
        meanDays: roundTwo(mean),
        longestDays: roundTwo(Math.max(...stays)),
      },
    ]
  })
}

/** Instants at which projects entered a phase, one for each entry. */
export const entriesInto = (lives: readonly (readonly PhaseStep[])[], phase: ProjectPhase): number[] =>
  lives.flatMap((steps) =>
    steps.flatMap((step, index) => (step.phase === phase && steps[index - 1]?.phase !== phase ? [step.atMs] : [])),
  )
