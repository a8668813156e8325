import type { ListedProject } from '#contract/projects.ts'
import { dayMs } from '#domain/time/units.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { type ProjectView, projectViews } from './projects-search.ts'

export const viewTitles: Record<ProjectView, string> = {
  open: 'Open',
  late: 'Late',
  pastDue: 'Past due',
  shipsSoon: 'Ships in 14 days',
  all: 'All',
}

const soonDays = 14

/** Start of the day that is `days` after today in `zone`, epoch ms. */
export function startOfDayMs(nowMs: number, zone: string, days: number): number {
  const today = Date.parse(`${dateInputValue(nowMs, zone)}T00:00:00Z`)
  const day = new Date(today + days * dayMs).toISOString().slice(0, 10)
  return Date.parse(instantFromInput(`${day}T00:00`, zone) ?? day)
}

const isOpen = ({ currentPhase }: ListedProject) => currentPhase !== 'shipped' && currentPhase !== 'cancelled'

/** The conditions of the views. Days are counted in the reader's zone. */
export function viewTests(zone: string, nowMs: number): Record<ProjectView, (project: ListedProject) => boolean> {
  const fromMs = startOfDayMs(nowMs, zone, 0)
  const beforeMs = startOfDayMs(nowMs, zone, soonDays + 1)
  const shipsSoon = ({ plannedShipDate }: ListedProject) => {
    const shipMs = plannedShipDate === null ? Number.NaN : Date.parse(plannedShipDate)
    return shipMs >= fromMs && shipMs < beforeMs
  }
  return {
    open: isOpen,
    late: ({ state }) => state === 'late',
    pastDue: ({ pastDueDays }) => pastDueDays !== null,
    shipsSoon: (project) => isOpen(project) && shipsSoon(project),
    all: () => true,
  }
}

/** Number of projects in each view. */
export function countViews(
  projects: readonly ListedProject[],
  zone: string,
  nowMs: number,
): Record<ProjectView, number> {
  const tests = viewTests(zone, nowMs)
  const counts = { open: 0, late: 0, pastDue: 0, shipsSoon: 0, all: 0 }
  for (const project of projects) for (const view of projectViews) if (tests[view](project)) counts[view] += 1
  return counts
}
