import type { ListedProject } from '#contract/projects.ts'
import type { ProjectCard, Waiting } from './kanban-card.ts'

/** One card per record. The same record gives the same card object, so unchanged cards do not render again. */
const known = new WeakMap<ListedProject, ProjectCard>()

const made = (project: ListedProject, waiting: Waiting | null): ProjectCard => ({
  type: 'project',
  id: project.projectId,
  title: project.projectName || 'Unnamed Project',
  number: project.projectNumber,
  shipMs: project.plannedShipDate === null ? null : Date.parse(project.plannedShipDate),
  project,
  waiting,
})

export const projectCard = (project: ListedProject, waiting: Waiting | null): ProjectCard => {
  const before = known.get(project)
  if (before?.waiting === waiting) return before
  const card = made(project, waiting)
  known.set(project, card)
  return card
}
