/** What the URL of the schedule can ask for. The first load contains the usual choices, so this file has only constants. */

/** What the color of a bar can tell. */
export const barColors = ['status', 'lateness', 'project', 'center', 'priority'] as const
export type BarColor = (typeof barColors)[number]

/** Shows all projects, only late ones, or only unscheduled work. */
export const scheduleShows = ['all', 'late', 'unplaced'] as const
export type ScheduleShow = (typeof scheduleShows)[number]

/** What only some operations have, to show no others. */
export const workFilters = ['overload', 'material', 'onHold', 'pinned', 'warning'] as const
export type WorkFilter = (typeof workFilters)[number]

export interface RowFilter {
  /** Search words for the number or name of a project. */
  readonly q: string
  readonly show: ScheduleShow
  /** Shows only the operations of one work center, or of one pool; '' = of all. */
  readonly center: string
  /** Shows only the operations of one kind; '' = all. */
  readonly only: WorkFilter | ''
}

/** The filter that shows everything. */
export const noFilter: RowFilter = { q: '', show: 'all', center: '', only: '' }

/** The columns of the list beside the bars, in their order. */
export const treeColumns = ['start', 'end', 'due', 'hours', 'center', 'priority', 'state'] as const
export type TreeColumn = (typeof treeColumns)[number]

/** The order of the work centers on the Timeline: as in the settings, by the load of this week, or by name. */
export const centerOrders = ['usual', 'load', 'name'] as const
export type CenterOrder = (typeof centerOrders)[number]

/** What the rows of the Gantt are grouped by, above the projects or in their place; '' = not grouped. */
export const rowGroupings = ['', 'center', 'lateness', 'priority'] as const
export type RowGrouping = (typeof rowGroupings)[number]

/** What the schedule draws beside the bars, and what their colors tell. */
export interface GanttLook {
  readonly color: BarColor
  /** Whether the links between operations are drawn. */
  readonly links: boolean
  /** Whether completed operations have rows from the start; otherwise each project has one row for all of them, which opens. */
  readonly done: boolean
  /** Whether the operations that decide when their project ends stand out. */
  readonly critical: boolean
  /** Whether the forecast is drawn where it differs from the plan, and the slack until need-by. */
  readonly forecast: boolean
  /** The run with whose dates the plan is compared: 'last', or its id; '' = none. */
  readonly baseline: string
  readonly columns: readonly TreeColumn[]
  readonly order: CenterOrder
  readonly group: RowGrouping
}

export const usualLook: GanttLook = {
  color: 'status',
  links: true,
  done: false,
  critical: false,
  forecast: false,
  baseline: '',
  columns: ['end', 'state'],
  order: 'usual',
  group: '',
}

/** Widths of the list beside the bars, 0 = the usual one, and of its columns by id, in px. */
export interface ScheduleWidths {
  readonly treePx: number
  readonly columnPx: Readonly<Record<string, number>>
}

export const usualWidths: ScheduleWidths = { treePx: 0, columnPx: {} }

/** Keeps the widths for the next visit. */
export interface KeptWidths {
  readonly read: () => ScheduleWidths
  readonly keep: (widths: ScheduleWidths) => void
}
