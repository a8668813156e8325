import { dispatchOrder } from '#domain/floor/dispatch-order.ts'
import { hasFlag, remainingMs } from '#domain/schedule/movable-plan.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'
import { centerName, projectNumber } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import type { OtherDates } from '../model/other-dates.ts'
import { operationStateAt } from '../model/schedule-model.ts'
import { workText } from '../model/work-text.ts'

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
 * An instant as text that sorts and that spreadsheets read as a date: '2026-11-24 07:00'. It is in the zone of the
 * organization, as in all its files, because other people open them, and an import reads them in that zone.
 */
const stamp = ({ model }: GanttScene, ms: number): string | null => {
  const clock = new ZoneClock(model.data.timeZone)
  return ms > 0 ? new Date(clock.wallAt(ms)).toISOString().slice(0, 16).replace('T', ' ') : null
}

/** The listed operations of the Gantt as a table for a spreadsheet. Collapsed projects are included with all of their operations. */
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
        at(operations.progressPercentage, row),
        stateWords[operationStateAt(model, row)],
        hasFlag(model, row, 'pinned') ? 'Pinned' : '',
      ])
  })
  const columns = ['Project', 'Name', 'Operation', 'Work center', 'Start', 'End', 'Forecast end', 'Need by', 'Hours']
  return { caption, columns: [...columns, 'Progress %', 'State', 'Pinned'], rows }
}

interface DispatchLine {
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
const dispatchDays = 14

type DispatchScene = Pick<GanttScene, 'model' | 'words' | 'nowMs'>

/**
 * What each work center should run next, in the order of the shop-floor tablets (`dispatchOrder`): open work that can
 * start within two weeks according to the forecast. Work on hold, and work centers without work, are left out.
 */
export const dispatchLists = (
  gantt: DispatchScene,
  forecast: Pick<OtherDates, 'startMs' | 'endMs'>,
): DispatchList[] => {
  const { model, words, nowMs } = gantt
  const { categories, operations, projects } = model.data
  const isOpen = (row: number) =>
    at(projects.flags, at(model.projectOf, row)) === 0 && !hasFlag(model, row, 'completed')
  const queued = operations.ids.flatMap((operationId, row) => {
    if (!isOpen(row)) return []
    const [onHold, isStarted] = [hasFlag(model, row, 'onHold'), hasFlag(model, row, 'started')]
    const [forecastStartMs, scheduledStartMs] = [at(forecast.startMs, row) || null, at(model.startMs, row) || null]
    return [{ row, operationId, onHold, isStarted, forecastStartMs, scheduledStartMs }]
  })
  const byCenter = Map.groupBy(queued, ({ row }) => operations.category[row] ?? -1)
  return categories.flatMap(({ name }, category) => {
    const { scheduled } = dispatchOrder(byCenter.get(category) ?? [])
    const lines = scheduled.flatMap(({ row, isStarted, forecastStartMs }) => {
      if (!isStarted && (forecastStartMs ?? 0) > nowMs + dispatchDays * dayMs) return []
      const endMs = at(forecast.endMs, row)
      const project = at(model.projectOf, row)
      const dueMs = at(model.dueMs, project)
      return {
        operation: row,
        start: isStarted ? 'running' : words.dayTime(forecastStartMs ?? 0),
        end: endMs > 0 ? words.dayTime(endMs) : '',
        project: `${projectNumber(gantt, project)} ${projects.names[project] ?? ''}`,
        name: operations.names[row] ?? '',
        work: workText(remainingMs(model, row) || at(operations.durationHours, row) * hourMs),
        due: dueMs > 0 ? words.day(lastInstant(dueMs)) : '',
      }
    })
    return lines.length === 0 ? [] : [{ center: name, lines }]
  })
}
