import type { Project } from '#contract/projects.ts'
import { type ProjectPhase, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { isProjectOpen } from '../forecast/project-words.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { dayOfEnd, localDay } from '../projects/local-day.ts'
import { dayMs } from '../time/units.ts'

/** The part of a project that a status link needs. Days are in the organization's zone, counted from 1970-01-01; null = none. */
export interface SharedProject {
  readonly currentPhase: ProjectPhase
  /** `effectivePhase`. */
  readonly phase: ProjectPhase
  readonly plannedShipDay: number | null
  readonly actualShipDay: number | null
  /** The day of its forecast completion. */
  readonly forecastDay: number | null
}

const ofDate = (iso: string | null, dayOf: (ms: number, zone: string) => number, zone: string): number | null =>
  iso === null ? null : dayOf(Date.parse(iso), zone)

/** The status link's part of a project, in the organization's zone. */
export const sharedProject = (
  project: Pick<Project, 'currentPhase' | 'status' | 'plannedShipDate' | 'actualShipDate' | 'forecastCompletionDate'>,
  zone: string,
): SharedProject => ({
  currentPhase: project.currentPhase,
  phase: effectivePhase(project),
  plannedShipDay: ofDate(project.plannedShipDate, localDay, zone),
  actualShipDay: ofDate(project.actualShipDate, localDay, zone),
  forecastDay: ofDate(project.forecastCompletionDate, dayOfEnd, zone),
})

export type CustomerStatusKind =
  | 'onTime'
  | 'expected'
  | 'promised'
  | 'undated'
  | 'complete'
  | 'shipped'
  | 'onHold'
  | 'cancelled'

export interface PhaseStep {
  readonly title: string
  readonly is: 'done' | 'current' | 'toCome'
}

/** Everything that a customer sees of a project. */
export interface CustomerStatus {
  readonly kind: CustomerStatusKind
  /** The day for the kind: the expected, promised or actual shipping day. */
  readonly day: number | null
  /** The promised day; null if none was given, or the project is on hold or cancelled. */
  readonly promisedDay: number | null
  /** Empty if the project's own phase is on hold or cancelled, because it then says nothing about progress. */
  readonly steps: readonly PhaseStep[]
}

const closedKinds: Partial<Record<ProjectPhase, CustomerStatusKind>> = {
  complete: 'complete',
  shipped: 'shipped',
  on_hold: 'onHold',
  cancelled: 'cancelled',
}

const lifePhases = projectPhases.slice(0, 5)

const stepsOf = ({ phase, currentPhase }: SharedProject): readonly PhaseStep[] => {
  // A project held only by its status keeps its phase.
  const at = lifePhases.indexOf(phase === 'on_hold' ? currentPhase : phase)
  if (at < 0) return []
  const isOver = phase === 'shipped'
  return lifePhases.map((step, index) => ({
    title: phaseTitles[step],
    is: index < at || (isOver && index === at) ? 'done' : index === at ? 'current' : 'toCome',
  }))
}

const kindOf = (project: SharedProject, showsForecast: boolean): CustomerStatusKind => {
  const { phase, plannedShipDay, forecastDay } = project
  const closed = closedKinds[phase]
  if (closed) return closed
  if (!showsForecast || forecastDay === null) return plannedShipDay === null ? 'undated' : 'promised'
  return plannedShipDay === null || forecastDay > plannedShipDay ? 'expected' : 'onTime'
}

/** The content of a status page. Without the forecast it shows only the promised day, and neither on time nor late. */
export const customerStatus = (project: SharedProject, showsForecast: boolean): CustomerStatus => {
  const kind = kindOf(project, showsForecast)
  const days: Partial<Record<CustomerStatusKind, number | null>> = {
    expected: project.forecastDay,
    promised: project.plannedShipDay,
    shipped: project.actualShipDay,
  }
  return {
    kind,
    day: days[kind] ?? null,
    promisedDay: kind === 'onHold' || kind === 'cancelled' ? null : project.plannedShipDay,
    steps: stepsOf(project),
  }
}

/** Whether the page shows a forecast date, which is recomputed continually. */
export const tellsForecast = ({ phase, forecastDay }: SharedProject, showsForecast: boolean): boolean =>
  showsForecast && forecastDay !== null && isProjectOpen(phase)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a day as '12 Mar 2027', which is unambiguous in every country. */
export const customerDay = (day: number): string => {
  const date = new Date(day * dayMs)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** 'On time', 'Expected 14 Dec 2026', 'Shipped on 10 Mar 2027'. */
export const customerWords = ({ kind, day }: Pick<CustomerStatus, 'kind' | 'day'>): string => {
  const words: Record<CustomerStatusKind, string> = {
    onTime: 'On time',
    expected: 'Expected',
    promised: 'Promised for',
    undated: 'Ship date to be confirmed',
    complete: 'Complete, not yet shipped',
    shipped: day === null ? 'Shipped' : 'Shipped on',
    onHold: 'On hold',
    cancelled: 'Cancelled',
  }
  return day === null ? words[kind] : `${words[kind]} ${customerDay(day)}`
}
