/** Selectors of the parts of each chart. */
export interface ChartParts {
  readonly name: string
  /** The scroll container, its sticky headers, its rows, and the bars of operations. */
  readonly list: string
  readonly heads: string
  readonly row: string
  readonly bar: string
  /** What shows bars, where not all of them are elements. */
  readonly shown?: string
  /** Selector of the dragged bar, by the id of the pressed one. */
  readonly mover: (id: string) => string
}

/** Ours as the whole screen, with toolbar, overview and footer; `...Rows` contain only what the compared libraries also render. */
export const chartKinds = ['ganttRows', 'gantt', 'timelineRows', 'timeline', 'dhtmlx', 'svar'] as const
export type ChartKind = (typeof chartKinds)[number]

/** The interactive charts. */
export const workedKinds = ['gantt', 'timeline', 'dhtmlx', 'svar'] as const

const ourGantt = {
  list: '[data-scroller]',
  heads: '[data-scroller] > div > div:first-child',
  row: '[data-row]',
  bar: '[data-operation]',
  mover: () => '[data-mover]',
}
/** Bars in which no number fits are drawn together, as one shape for each row. */
const ourTimeline = {
  ...ourGantt,
  row: '[data-scroller] .sticky .absolute.w-full',
  shown: '[data-operation], path.fill-bar',
}

export const chartParts: Record<ChartKind, ChartParts> = {
  ganttRows: { name: 'our Gantt', ...ourGantt },
  gantt: { name: 'Gantt screen', ...ourGantt },
  timelineRows: { name: 'our Timeline', ...ourTimeline },
  timeline: { name: 'Timeline screen', ...ourTimeline },
  dhtmlx: {
    name: 'DHTMLX',
    list: '.gantt_data_area',
    heads: '.gantt_task_scale',
    row: '.gantt_row',
    bar: '.gantt_task_line:not(.gantt_project)',
    mover: (id) => `.gantt_task_line[data-task-id="${id}"]`,
  },
  svar: {
    name: 'SVAR',
    list: '.wx-chart',
    heads: '.wx-scale',
    row: '.wx-table-box .wx-row',
    bar: '.wx-bar.wx-task',
    mover: (id) => `.wx-bar[data-id="${id}"]`,
  },
}
