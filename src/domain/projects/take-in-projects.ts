import type { ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { byShipDate } from './by-ship-date.ts'
import { readProjects } from './wire-projects.ts'

/** The list of projects as of a change number. */
export interface HeldProjects {
  readonly change: number
  readonly day: number
  readonly projects: ListedProject[]
}

/** Applies a patch to a list. Unchanged projects remain the same objects; changed ones without a row were deleted. */
const mergeProjects = <P extends ListedProject>(held: P[], touched: readonly string[], rows: readonly P[]): P[] => {
  if (touched.length === 0) return held
  const gone = new Set(touched)
  return [...held.filter(({ projectId }) => !gone.has(projectId)), ...rows].sort(byShipDate)
}

/**
 * Merges an answer into the list. Returns null if the answer is a patch that does not fit the list, for example because
 * days past due were counted to another day; the whole list must then be read again.
 */
export const takeInProjects = (
  held: HeldProjects | null,
  { change, day, touched, rows }: ProjectsAnswer,
): HeldProjects | null => {
  const projects = readProjects(rows)
  if (touched === null) return { change, day, projects }
  return held?.day === day ? { change, day, projects: mergeProjects(held.projects, touched, projects) } : null
}
