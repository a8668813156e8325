import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { centerName, releaseWords, workWords } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { forecastDay, projectLateness } from '../model/project-lateness.ts'
import type { ScheduleWidths, TreeColumn } from '../model/schedule-choices.ts'
import { hourMs } from '../model/units.ts'

/** What a cell of the tree says. */
interface TreeCell {
  readonly text: string
  readonly title?: string | undefined
  readonly isLate?: boolean
}

/** A column of the tree, for the rows of projects and of operations. */
export interface TreeColumnKind {
  readonly title: string
  readonly usualPx: number
  readonly isNumber?: boolean
  readonly project: (gantt: GanttScene, project: number) => TreeCell
  readonly operation: (gantt: GanttScene, operation: number) => TreeCell
}

const nothing: TreeCell = { text: '' }
const dayCell = ({ words }: GanttScene, ms: number): TreeCell => ({ text: ms > 0 ? words.shortDay(ms) : '—' })

const operationState = ({ model }: GanttScene, operation: number): string => {
  if (hasFlag(model, operation, 'completed')) return 'Done'
  if (hasFlag(model, operation, 'onHold')) return 'On hold'
  if (!isPlaced(model, operation)) return 'Not scheduled'
  const progress = at(model.data.operations.progressPercent, operation)
  return progress > 0 || hasFlag(model, operation, 'started') ? `${Math.round(progress)} %` : ''
}

const stateOfProject = ({ model }: GanttScene, project: number): TreeCell => {
  const { text, pastDue, state } = projectLateness(model, project)
  return { text, title: pastDue ?? undefined, isLate: state === 'late' }
}

/** The least room for names beside the columns, in px. */
const leastNamePx = 180

/** The width of the list: as the reader left it, but at least so wide that names can be read. */
export const treePxOf = (columns: readonly TreeColumn[], { treePx, columnPx }: ScheduleWidths): number =>
  Math.max(
    treePx,
    columns.reduce((sum, id) => sum + (columnPx[id] ?? treeColumnKinds[id].usualPx), leastNamePx),
  )

/** Wide enough for a day such as 'Wed 11/18' in the largest font size. */
const datePx = 88

/** The columns beside the name. A project shows its forecast end, an operation its planned end. */
export const treeColumnKinds: Record<TreeColumn, TreeColumnKind> = {
  start: {
    title: 'Starts',
    usualPx: datePx,
    project: (gantt, project) => ({
      ...dayCell(gantt, at(gantt.model.projectStartMs, project)),
      title: releaseWords(gantt, project) ?? undefined,
    }),
    operation: (gantt, operation) => dayCell(gantt, at(gantt.model.startMs, operation)),
  },
  end: {
    title: 'Ends',
    usualPx: datePx,
    project: (gantt, project) => dayCell(gantt, forecastDay(gantt.model, project)),
    operation: (gantt, operation) => dayCell(gantt, lastInstant(at(gantt.model.endMs, operation))),
  },
  due: {
    title: 'Due',
    usualPx: datePx,
    project: (gantt, project) => dayCell(gantt, lastInstant(at(gantt.model.dueMs, project))),
    operation: ({ words, forecast }, operation) => {
      const needByMs = forecast ? at(forecast.needByMs, operation) : 0
      return needByMs > 0
        ? { text: words.shortDay(lastInstant(needByMs)), title: `Needed by ${words.dayTime(needByMs)}` }
        : nothing
    },
  },
  hours: {
    title: 'Work',
    usualPx: 84,
    isNumber: true,
    project: () => nothing,
    operation: (gantt, operation) => {
      const hours = at(gantt.model.data.operations.durationHours, operation)
      return { text: workWords(gantt, operation, hours * hourMs) }
    },
  },
  center: {
    title: 'Work center',
    usualPx: 112,
    project: () => nothing,
    operation: (gantt, operation) => {
      const text = centerName(gantt, operation)
      return { text, title: text }
    },
  },
  priority: {
    title: 'Priority',
    usualPx: 64,
    isNumber: true,
    project: ({ model }, project) => ({ text: String(at(model.data.projects.priorities, project)) }),
    operation: () => nothing,
  },
  state: {
    title: 'Slack',
    usualPx: 96,
    isNumber: true,
    project: stateOfProject,
    operation: (gantt, operation) => ({ text: operationState(gantt, operation) }),
  },
}
