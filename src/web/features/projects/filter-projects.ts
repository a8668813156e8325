import type { ListedProject } from '#contract/projects.ts'
import { chanceBandOf } from '#domain/odds/chance-bands.ts'
import { bandOf } from '#web/components/project-marks/priority-bands.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { viewTests } from './project-views.ts'
import type { ProjectsSearch } from './projects-search.ts'

/** Every word must occur in number, name, short name or customer. A '#' before a number is allowed. */
function searchTest(text: string): ((project: ListedProject) => boolean) | null {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return null
  return ({ projectNumber, projectName, shortName, customerName }) => {
    const hay = `#${projectNumber} ${projectName} ${shortName} ${customerName}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
}

const isOneOf = <T>(chosen: readonly T[], read: (project: ListedProject) => T) =>
  chosen.length === 0 ? null : (project: ListedProject) => chosen.includes(read(project))

/** Whether a project ships before the start of `day` in `zone`; false without a ship date. */
function shipsBefore(day: string, zone: string) {
  const beforeMs = Date.parse(instantFromInput(`${day}T00:00`, zone) ?? '')
  if (Number.isNaN(beforeMs)) return null
  return ({ plannedShipDate }: ListedProject) => plannedShipDate !== null && Date.parse(plannedShipDate) < beforeMs
}

/** The projects of the current view that pass every filter, in the given order. */
export function filterProjects(
  projects: readonly ListedProject[],
  search: Pick<ProjectsSearch, 'view' | 'q' | 'phase' | 'state' | 'priority' | 'chance' | 'shipBefore'>,
  zone: string,
  nowMs: number,
): ListedProject[] {
  const tests = [
    viewTests(zone, nowMs)[search.view],
    searchTest(search.q),
    isOneOf(search.phase, ({ currentPhase }) => currentPhase),
    isOneOf(search.state, ({ state }) => state),
    isOneOf(search.priority, ({ priority }) => bandOf(priority)),
    isOneOf(search.chance, ({ odds }) => chanceBandOf(odds?.onTimeChance ?? null)),
    shipsBefore(search.shipBefore, zone),
  ].filter((test) => test !== null)
  return projects.filter((project) => tests.every((test) => test(project)))
}
