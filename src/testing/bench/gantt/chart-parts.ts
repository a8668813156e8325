/** Selectors of the parts of each chart. */
export interface ChartParts {
  readonly name: string
  /** The box that scrolls, the heads that stay over it, its rows, and the bars of operations. */
  readonly list: string
  readonly heads: string
  readonly row: string
  readonly bar: string
  /** The bar that follows the pointer, by the id of the one that was pressed. */
  readonly mover: (id: string) => string
}

export const chartKinds = ['gantt', 'timeline', 'dhtmlx', 'svar'] as const
export type ChartKind = (typeof chartKinds)[number]

export const chartParts: Record<ChartKind, ChartParts> = {
  gantt: {
    name: 'our Gantt',
    list: '[data-scroller]',
    heads: '[data-scroller] > div > div:first-child',
    row: '[data-row]',
    bar: '[data-operation]',
    mover: () => '[data-mover]',
  },
  timeline: {
    name: 'our Timeline',
    list: '[data-scroller]',
    heads: '[data-scroller] > div > div:first-child',
    row: '[data-scroller] .sticky .absolute.w-full',
    bar: '[data-operation]',
    mover: () => '[data-mover]',
  },
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
