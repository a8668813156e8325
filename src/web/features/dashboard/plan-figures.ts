import type { Project } from '#contract/projects.ts'
import { daysUntil } from '#web/lib/format-relation.ts'

const shipHorizonDays = 14
const isOpen = ({ currentPhase }: Project) => currentPhase !== 'shipped' && currentPhase !== 'cancelled'

const shipMs = ({ plannedShipDate }: Project) =>
  plannedShipDate ? Date.parse(plannedShipDate) : Number.POSITIVE_INFINITY

/** What needs a decision today, counted and picked from the project list. Earliest ship date first. */
export const planFigures = (projects: readonly Project[], zone: string, nowMs: number) => {
  const inState = (...states: Project['state'][]) =>
    projects.filter(({ state }) => states.includes(state)).toSorted((a, b) => shipMs(a) - shipMs(b))
  const shipping = projects
    .filter((project) => {
      const days = isOpen(project) ? daysUntil(project.plannedShipDate, zone, nowMs) : null
      return days !== null && days >= 0 && days <= shipHorizonDays
    })
    .toSorted((a, b) => shipMs(a) - shipMs(b))
  return { late: inState('late'), projectedLate: inState('projectedLate'), onHold: inState('onHold'), shipping }
}
