import { hasFlag, isPlaced, remainingMs } from '#domain/schedule/movable-plan.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'
import { centerName, projectNumber } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { operationStateAt } from '../model/schedule-model.ts'
import { dayMs, hourMs } from '../model/units.ts'
import { workText } from '../model/work-text.ts'
import { ZoneClock } from '../model/zone-clock.ts'

const stateWords = {
  overdue: 'Overdue',
  projectedLate: 'Projected late',
  atRisk: 'At risk',
  onTime: 'On time',
  unscheduled: 'Not scheduled',
  completed: 'Completed',
  closed: 'Closed',
} as const

/**
 * An instant as text that sorts and that spreadsheets read as a date: '2026-11-24 07:00'. In the zone of the organization, as in all
 * its files: other people open them, and an import reads them in that zone.
 */
const stamp = ({ model }: GanttScene, ms: number): string | null => {
  const clock = new ZoneClock(model.data.timeZone)
  return ms > 0 ? new Date(clock.wallAt(ms)).toISOString().slice(0, 16).replace('T', ' ') : null
}

/** The operations that the Gantt lists, as a table for a spreadsheet. Collapsed projects count with all of their operations. */
export const planTable = (gantt: GanttScene, caption: string): FigureTable => {
  const { model, store, forecast } = gantt
  const { projects, operations } = model.data
  const { order, isShown } = store.getState()
  const rows = [...order].flatMap((project) => {
    const first = at(model.firstOperation, project)
    const own = Array.from({ length: at(model.firstOperation, project + 1) - first }, (_, i) => first + i)
    return own
      .filter((row) => isShown?.(row) ?? true)
      .map((row) => [
        projects.numbers[project] ?? '',
        projects.names[project] ?? '',
        operations.names[row] ?? '',
        centerName(gantt, row),
        stamp(gantt, at(model.startMs, row)),
        stamp(gantt, at(model.endMs, row)),
        forecast ? stamp(gantt, at(forecast.endMs, row)) : null,
        forecast ? stamp(gantt, at(forecast.needByMs, row)) : null,
        at(operations.durationHours, row),
        at(operations.progressPercent, row),
        stateWords[operationStateAt(model, row)],
        hasFlag(model, row, 'pinned') ? 'Pinned' : '',
      ])
  })
  const columns = ['Project', 'Name', 'Operation', 'Work center', 'Start', 'End', 'Forecast end', 'Need by', 'Hours']
  return { caption, columns: [...columns, 'Progress %', 'State', 'Pinned'], rows }
}

/** One line of a dispatch list. */
export interface DispatchLine {
  readonly operation: number
  readonly start: string
  readonly end: string
  readonly project: string
  readonly name: string
  readonly work: string
  readonly due: string
}

export interface DispatchList {
  readonly center: string
  readonly lines: readonly DispatchLine[]
}

/** How far ahead a dispatch list looks. */
export const dispatchDays = 14

/**
 * What each work center runs next, in the order of the forecast where it is known, else of the plan: open work that starts within
 * two weeks. Work centers without any are left out.
 */
export const dispatchLists = (gantt: GanttScene): DispatchList[] => {
  const { model, forecast, words, nowMs } = gantt
  const { categories, operations, projects } = model.data
  const startOf = (row: number) => (forecast ? at(forecast.startMs, row) : 0) || at(model.startMs, row)
  const endOf = (row: number) => (forecast ? at(forecast.endMs, row) : 0) || at(model.endMs, row)
  const rows = operations.ids
    .map((_, row) => row)
    .filter((row) => {
      const isOpen = at(projects.flags, at(model.projectOf, row)) === 0 && !hasFlag(model, row, 'completed')
      const isNext = isPlaced(model, row) && startOf(row) <= nowMs + dispatchDays * dayMs
      return isOpen && isNext && !hasFlag(model, row, 'onHold')
    })
    .sort((a, b) => startOf(a) - startOf(b))
  const byCenter = Map.groupBy(rows, (row) => operations.category[row] ?? -1)
  return categories.flatMap(({ name }, category) => {
    const own = byCenter.get(category) ?? []
    const lines = own.map((operation) => {
      const project = at(model.projectOf, operation)
      const dueMs = at(model.dueMs, project)
      return {
        operation,
        start: hasFlag(model, operation, 'started') ? 'running' : words.dayTime(startOf(operation)),
        end: words.dayTime(endOf(operation)),
        project: `${projectNumber(gantt, project)} ${projects.names[project] ?? ''}`,
        name: operations.names[operation] ?? '',
        work: workText(remainingMs(model, operation) || at(operations.durationHours, operation) * hourMs),
        due: dueMs > 0 ? words.day(lastInstant(dueMs)) : '',
      }
    })
    return lines.length === 0 ? [] : [{ center: name, lines }]
  })
}
