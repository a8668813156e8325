import type { ListedProject } from '#contract/projects.ts'

/** Sorts after every instant. */
const never = '~'

/** Compares by code units, independent of the locale. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Order of the project list: by ship date, undated last, then by number. */
export const byShipDate = (
  a: Pick<ListedProject, 'plannedShipDate' | 'projectNumber'>,
  b: Pick<ListedProject, 'plannedShipDate' | 'projectNumber'>,
): number =>
  compareText(a.plannedShipDate ?? never, b.plannedShipDate ?? never) || compareText(a.projectNumber, b.projectNumber)
