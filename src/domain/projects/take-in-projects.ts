import type { ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { byShipDate } from './by-ship-date.ts'
import { unpackProjects } from './pack-projects.ts'

/** The list of projects as of a change number. */
export interface HeldProjects {
  readonly change: number
  readonly day: number
  readonly projects: ListedProject[]
}

/**
 * The list that an answer leads to: projects that it does not touch stay the same objects. null when it is a patch that does
 * not fit what is held, as days past due are counted to another day: then everything must be asked for.
 */
export const takeInProjects = (
  held: HeldProjects | null,
  { change, day, touched, rows }: ProjectsAnswer,
): HeldProjects | null => {
  const projects = unpackProjects(rows)
  if (touched === null) return { change, day, projects }
  if (held?.day !== day) return null
  if (touched.length === 0) return { change, day, projects: held.projects }
  const gone = new Set(touched)
  const kept = held.projects.filter(({ projectId }) => !gone.has(projectId))
  return { change, day, projects: [...kept, ...projects].sort(byShipDate) }
}
