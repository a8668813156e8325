import type { ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { byShipDate } from './by-ship-date.ts'
import { unpackProjects } from './pack-projects.ts'

/** The list of projects as of a change number. */
export interface HeldProjects {
  readonly change: number
  readonly day: number
  readonly projects: ListedProject[]
}

/** A list with a patch in it: what is not touched stays the same objects; touched ones without a row are gone. */
export const mergeProjects = <P extends ListedProject>(
  held: P[],
  touched: readonly string[],
  rows: readonly P[],
): P[] => {
  if (touched.length === 0) return held
  const gone = new Set(touched)
  return [...held.filter(({ projectId }) => !gone.has(projectId)), ...rows].sort(byShipDate)
}

/**
 * The list that an answer leads to. null when it is a patch that does not fit what is held, as days past due are counted to
 * another day: then everything must be asked for.
 */
export const takeInProjects = (
  held: HeldProjects | null,
  { change, day, touched, rows }: ProjectsAnswer,
): HeldProjects | null => {
  const projects = unpackProjects(rows)
  if (touched === null) return { change, day, projects }
  return held?.day === day ? { change, day, projects: mergeProjects(held.projects, touched, projects) } : null
}
