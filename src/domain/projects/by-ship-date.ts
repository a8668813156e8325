import type { ListedProject } from '#contract/projects.ts'

/** After every instant. */
const never = '~'

/** By code units: the same on every machine, whatever its language. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order of the list of projects: by ship date, those without one last, then by number. */
export const byShipDate = (
  a: Pick<ListedProject, 'plannedShipDate' | 'projectNumber'>,
  b: Pick<ListedProject, 'plannedShipDate' | 'projectNumber'>,
): number =>
  compareText(a.plannedShipDate ?? never, b.plannedShipDate ?? never) || compareText(a.projectNumber, b.projectNumber)
