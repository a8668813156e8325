import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { hourMs } from '#domain/time/units.ts'
import { centerName, projectRangeWords, releaseWords, workWords } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { forecastDay, projectLateness } from '../model/project-lateness.ts'
import type { ScheduleWidths, TreeColumn } from '../model/schedule-choices.ts'

/** What a cell of the tree says. */
interface TreeCell {
  readonly text: string
  readonly title?: string | undefined
  readonly isLate?: boolean
}

/** A column of the tree, for the rows of projects and of operations. */
export interface TreeColumnKind {
  readonly title: string
  /** What the column means, for its tooltip. */
  readonly hint: string
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
  const progress = at(model.data.operations.progressPercentage, operation)
  return progress > 0 || hasFlag(model, operation, 'started') ? `${Math.round(progress)} %` : ''
}

const stateOfProject = ({ model }: GanttScene, project: number): TreeCell => {
  const { text, pastDue, state } = projectLateness(model, project)
  return { text, title: pastDue ?? undefined, isLate: state === 'late' }
}

/** The end in the forecast, which is loaded after the plan; until then that of the plan. */
const endOfOperation = (gantt: GanttScene, operation: number): TreeCell => {
  const { model, forecast } = gantt
  if (!forecast || hasFlag(model, operation, 'completed'))
    return dayCell(gantt, lastInstant(at(model.endMs, operation)))
  return dayCell(gantt, lastInstant(at(forecast.endMs, operation)))
}

const endOfProject = (gantt: GanttScene, project: number): TreeCell => {
  const { model, forecast } = gantt
  const { firstOperation, latenessDays } = model.data.projects
  // The column "State" says why.
  if (projectLateness(model, project).state === 'unscheduled') return { text: '—' }
  const title = projectRangeWords(gantt, project) ?? undefined
  if (!forecast || latenessDays[project] !== null) return { ...dayCell(gantt, forecastDay(model, project)), title }
  const ends = forecast.endMs.subarray(firstOperation[project], firstOperation[project + 1])
  const endMs = ends.reduce((latest, ms) => Math.max(latest, ms), 0)
  return { ...dayCell(gantt, endMs > 0 ? lastInstant(endMs) : forecastDay(model, project)), title }
}

/** The room for names beside the columns, in px: the least that can be read, and enough for '#1027 Mezzanine Steelwork MZ-4'. */
const [leastNamePx, usualNamePx] = [180, 264]

/** The width of the list: as the reader left it, but at least so wide that names can be read. */
export const treePxOf = (columns: readonly TreeColumn[], { treePx, columnPx }: ScheduleWidths): number =>
  Math.max(
    treePx,
    columns.reduce(
      (sum, id) => sum + (columnPx[id] ?? treeColumnKinds[id].usualPx),
      treePx > 0 ? leastNamePx : usualNamePx,
    ),
  )

/** Wide enough for a day such as 'Wed 11/18' in the largest font size. */
const datePx = 84

/** The columns beside the name. Each has one meaning, for projects and operations alike. */
export const treeColumnKinds: Record<TreeColumn, TreeColumnKind> = {
  start: {
    title: 'Starts',
    hint: 'Actual start, or the scheduled start if it has not started',
    usualPx: datePx,
    project: (gantt, project) => ({
      ...dayCell(gantt, at(gantt.model.projectStartMs, project)),
      title: releaseWords(gantt, project) ?? undefined,
    }),
    operation: (gantt, operation) => dayCell(gantt, at(gantt.model.startMs, operation)),
  },
  end: {
    title: 'Ends',
    hint: 'Actual end, or the forecast end if the plan is followed from now on',
    usualPx: datePx,
    project: endOfProject,
    operation: endOfOperation,
  },
  due: {
    title: 'Due',
    hint: 'Ship date, and the day by which an operation must end to meet it',
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
    hint: 'Working hours, or days for outside work',
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
    hint: 'Work center',
    usualPx: 112,
    project: () => nothing,
    operation: (gantt, operation) => {
      const text = centerName(gantt, operation)
      return { text, title: text }
    },
  },
  priority: {
    title: 'Priority',
    hint: 'Priority',
    usualPx: 64,
    isNumber: true,
    project: ({ model }, project) => ({ text: String(at(model.data.projects.priorities, project)) }),
    operation: () => nothing,
  },
  state: {
    title: 'State',
    hint: 'Days late or days of slack for a project; progress for a started operation',
    usualPx: 96,
    isNumber: true,
    project: stateOfProject,
    operation: (gantt, operation) => ({ text: operationState(gantt, operation) }),
  },
}
