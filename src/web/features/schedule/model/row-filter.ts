import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { isOverloaded } from '#domain/schedule/overloads.ts'
import { at } from './at.ts'
import { isLate } from './project-lateness.ts'
import type { RowFilter, WorkFilter } from './schedule-choices.ts'
import { awaitedMaterialMs, type ScheduleModel } from './schedule-model.ts'

export const showsAll = ({ q, show, center, only }: RowFilter): boolean =>
  q.trim() === '' && show === 'all' && center === '' && only === ''

/** Whether an operation is unscheduled by `isNotPlaced`. */
export const isUnplaced = (model: ScheduleModel, operation: number): boolean =>
  isNotPlaced({
    completed: hasFlag(model, operation, 'completed'),
    projectOpen: at(model.data.projects.flags, at(model.projectOf, operation)) === 0,
    plannedEndMs: isPlaced(model, operation) ? at(model.endMs, operation) : null,
  })

const isOpen = (model: ScheduleModel, operation: number) => !hasFlag(model, operation, 'completed')

const workTests: Record<WorkFilter, (model: ScheduleModel, operation: number) => boolean> = {
  overload: isOverloaded,
  material: (model, operation) => awaitedMaterialMs(model, operation) > 0,
  onHold: (model, operation) => isOpen(model, operation) && hasFlag(model, operation, 'onHold'),
  pinned: (model, operation) => isOpen(model, operation) && hasFlag(model, operation, 'pinned'),
  warning: (model, operation) => isOpen(model, operation) && hasFlag(model, operation, 'warned'),
}

/** Tells which operations the filter asks for; null when it asks for projects only and shows all of their operations. */
export const operationTest = (
  model: ScheduleModel,
  { show, center, only }: RowFilter,
): ((operation: number) => boolean) | null => {
  const { category, pool } = model.data.operations
  const wanted = model.data.categories.findIndex(({ categoryId }) => categoryId === center)
  const tests: ((operation: number) => boolean)[] = []
  if (show === 'unplaced') tests.push((operation) => isUnplaced(model, operation))
  if (center !== '')
    tests.push((operation) => wanted >= 0 && (category[operation] === wanted || pool[operation] === wanted))
  if (only !== '') tests.push((operation) => workTests[only](model, operation))
  return tests.length === 0 ? null : (operation) => tests.every((test) => test(operation))
}

const hasOperation = (model: ScheduleModel, project: number, isShown: (operation: number) => boolean): boolean => {
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
    if (isShown(op)) return true
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
export const filterProjects = (model: ScheduleModel, order: Int32Array, filter: RowFilter): Int32Array => {
  const named = nameTest(model, filter.q)
  const isShown = operationTest(model, filter)
  return order.filter(
    (project) =>
      named(project) &&
      (filter.show !== 'late' || isLate(model, project)) &&
      (isShown === null || hasOperation(model, project, isShown)),
  )
}
