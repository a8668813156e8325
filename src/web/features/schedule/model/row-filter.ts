import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { at } from './at.ts'
import { projectLateness } from './project-lateness.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** Shows all projects, only late ones, or only unscheduled work. */
export type ScheduleShow = 'all' | 'late' | 'unplaced'

export interface RowFilter {
  /** Search words for the number or name of a project. */
  readonly q: string
  readonly show: ScheduleShow
}

export const showsAll = ({ q, show }: RowFilter): boolean => q.trim() === '' && show === 'all'

/** Whether an operation is unscheduled by `isNotPlaced`. */
export const isUnplaced = (model: ScheduleModel, operation: number): boolean =>
  isNotPlaced({
    completed: hasFlag(model, operation, 'completed'),
    projectOpen: at(model.data.projects.flags, at(model.projectOf, operation)) === 0,
    plannedEndMs: isPlaced(model, operation) ? at(model.endMs, operation) : null,
  })

const hasUnplaced = (model: ScheduleModel, project: number): boolean => {
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
    if (isUnplaced(model, op)) return true
  return false
}

/** Every word must occur in "#number name". */
const nameTest = (model: ScheduleModel, q: string): ((project: number) => boolean) => {
  const words = q.toLowerCase().split(/\s+/u).filter(Boolean)
  const { numbers, names } = model.data.projects
  return (project) => {
    const hay = `#${numbers[project]} ${names[project]}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
}

/** The projects of `order` that pass the filter, in the same order. */
export const filterProjects = (model: ScheduleModel, order: Int32Array, { q, show }: RowFilter): Int32Array => {
  const named = nameTest(model, q)
  const shown = (project: number): boolean => {
    if (show === 'all') return true
    if (show === 'unplaced') return hasUnplaced(model, project)
    return projectLateness(model, project).state === 'late'
  }
  return order.filter((project) => named(project) && shown(project))
}
