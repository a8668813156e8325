import { projectFlag } from '#contract/schedule.ts'
import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { projectNumber } from '../frame/bar-words.ts'
import { barColorOf } from '../gantt/bar-color.ts'
import { mixed } from '../gantt/bar-look.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { forecastDay, laterByForecast, projectLateness } from '../model/project-lateness.ts'
import { doneOfRow, groupOfRow } from '../model/row-groups.ts'
import { projectOfRow } from '../model/row-list.ts'
import { type BarTone, toneOf } from '../model/schedule-model.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { bandLayout } from '../timeline/band-layout.ts'

interface SheetBar {
  readonly key: number
  readonly startMs: number
  readonly endMs: number
  readonly fill: string
  readonly edge: string
  readonly text: string
}

/** A row on paper. */
export interface SheetRow {
  readonly key: string
  readonly title: string
  /** Text at the right of the title. */
  readonly note: string
  readonly isGroup: boolean
  readonly bars: readonly SheetBar[]
  /** The ship date of a project and its text; absent if none. */
  readonly due?: { readonly ms: number; readonly text: string; readonly isLate: boolean } | undefined
  /** When a project ends according to the forecast, if that is later than planned. */
  readonly forecastMs?: number | undefined
}

const over = projectFlag.completed | projectFlag.cancelled

const tones: Record<BarTone, string> = {
  planned: 'var(--bar)',
  late: 'var(--bar-late)',
  done: 'var(--bar-done)',
  hold: 'var(--hold-tint)',
}

const barOf = ({ model, look }: GanttScene, operation: number, text: string): SheetBar => {
  const color = barColorOf(model, operation, look.color)
  return {
    key: operation,
    startMs: at(model.startMs, operation),
    endMs: at(model.endMs, operation),
    fill: color === null ? tones[toneOf(model, operation)] : mixed(color),
    edge: color ?? 'var(--line-input)',
    text,
  }
}

const projectRow = (gantt: GanttScene, project: number): SheetRow => {
  const { model, words } = gantt
  const [startMs, endMs] = [at(model.projectStartMs, project), at(model.projectEndMs, project)]
  const { text, state } = projectLateness(model, project)
  const dueMs = at(model.dueMs, project)
  const forecastMs = laterByForecast(model, gantt.grid, project)
  const end = forecastDay(model, project)
  return {
    key: `project ${project}`,
    title: `${projectNumber(gantt, project)} ${model.data.projects.names[project] ?? ''}`,
    note: [end > 0 && words.shortDay(end), text].filter(Boolean).join(', '),
    isGroup: true,
    bars: endMs > 0 ? [{ key: -1, startMs, endMs, fill: 'var(--bar-sum)', edge: 'none', text: '' }] : [],
    ...(dueMs > 0 && { due: { ms: dueMs, text: words.shortDay(lastInstant(dueMs)), isLate: state === 'late' } }),
    ...(forecastMs > 0 && { forecastMs }),
  }
}

const operationRow = (gantt: GanttScene, operation: number): SheetRow => {
  const { model, words } = gantt
  const placed = isPlaced(model, operation)
  return {
    key: `operation ${operation}`,
    title: model.data.operations.names[operation] ?? '',
    note: placed ? words.shortDay(lastInstant(at(model.endMs, operation))) : 'Not scheduled',
    isGroup: false,
    bars: placed ? [barOf(gantt, operation, '')] : [],
  }
}

/**
 * The rows of the Gantt that are printed. Rows of collapsed completed work are left out. If completed work is
 * collapsed, closed projects, which come last, are left out too, unless the reader's filter leaves no others.
 */
const rowsOnPaper = ({ model, store, look }: GanttScene): number[] => {
  const { rows, order, groups, closedGroups } = store.getState()
  const isOver = (project: number) => (at(model.data.projects.flags, project) & over) !== 0
  const withOver = look.done || order.every(isOver)
  const listed = [...rows].filter((row) => {
    if (doneOfRow(model, row) >= 0) return false
    return withOver || groupOfRow(model, row) >= 0 || !isOver(projectOfRow(model, row))
  })
  return listed.filter((row, index) => {
    const name = groups?.names[groupOfRow(model, row)]
    if (name === undefined || closedGroups.has(name)) return true
    const next = listed[index + 1]
    return next !== undefined && groupOfRow(model, next) < 0
  })
}

/** The rows of the view, from the first to the last: for the Gantt as expanded and filtered, for the Timeline the lanes. */
export const sheetRows = (gantt: GanttScene, view: ScheduleView): SheetRow[] => {
  const { model, store, look } = gantt
  if (view === 'gantt') {
    const { groups } = store.getState()
    return rowsOnPaper(gantt).map((row) => {
      const name = groups?.names[groupOfRow(model, row)]
      if (name !== undefined) return { key: `group ${name}`, title: name, note: '', isGroup: true, bars: [] }
      return row < 0 ? projectRow(gantt, -1 - row) : operationRow(gantt, row)
    })
  }
  return bandLayout(gantt, look.order).bands.flatMap(({ category, lanes }) =>
    lanes.map((operations, lane) => ({
      key: `lane ${category} ${lane}`,
      title: lane === 0 ? (model.data.categories[category]?.name ?? 'No work center') : '',
      note: '',
      isGroup: lane === 0,
      bars: Array.from(operations, (operation) =>
        barOf(gantt, operation, projectNumber(gantt, at(model.projectOf, operation))),
      ),
    })),
  )
}
