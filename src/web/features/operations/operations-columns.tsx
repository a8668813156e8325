import { listedFields, operationFields } from '#domain/operations/fields.ts'
import { columnChoices } from '#web/components/data-list/list-table.ts'
import { plainDash, plainDay, plainFigure, plainText, plainWorkCenter } from '#web/components/operation-table/cells.tsx'
import {
  columnHelper,
  dependencyColumns,
  forecastColumn,
  nameColumn,
  needByColumn,
  type OperationColumn,
  oddsColumns,
  priorityColumn,
  shipDateColumn,
  slackColumn,
  workTimeColumns,
} from '#web/components/operation-table/operation-columns.tsx'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { RowActions } from '#web/components/operation-table/row-actions.tsx'
import type { ListToolbarKind } from '#web/components/operation-table/toolbar/list-toolbar.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDurationColumn } from '#web/lib/format-hours.ts'
import { markOf } from '#web/ui/mark.tsx'
import { toneText } from '#web/ui/tones.ts'
import {
  DateCell,
  DurationCell,
  HoldCell,
  ProgressEditCell,
  plainDate,
  plainHold,
  plainProgress,
  WorkCenterEditCell,
} from './inline-cells.tsx'
import { defaultOperationsSearch } from './operations-search.ts'
import { savedOperationsSearch } from './work-tabs.ts'

const { accessor, display } = columnHelper

/** Dialogs for values that cannot be edited in a cell. */
const otherDialogs = ['notes', 'dependencies'] as const

/** Columns in order. The id of a sortable column is its sort key. */
export const operationsColumns: readonly OperationColumn[] = columnHelper.columns([
  nameColumn({ widthPx: 270, grows: 1 }),
  display({
    id: 'standing',
    header: 'State',
    meta: {
      widthPx: 112,
      plain: ({ state }) => {
        const { word, kind } = operationStateLooks[state]
        const { Icon, tone } = markOf(kind)
        return {
          className: `gap-1 ${toneText[tone]}`,
          children: (
            <>
              <Icon className="size-3.5 shrink-0" />
              {word}
            </>
          ),
        }
      },
    },
  }),
  ...listedFields.map((name) =>
    accessor(name, {
      id: name,
      header: operationFields[name].title,
      meta: { widthPx: 120, plain: (row) => (row[name] === '' ? plainDash : plainText(row[name])) },
    }),
  ),
  accessor('categoryName', {
    id: 'workCenter',
    header: 'Work center',
    cell: ({ row }) => <WorkCenterEditCell row={row.original} />,
    meta: { widthPx: 110, onDemand: true, plain: plainWorkCenter },
  }),
  accessor('forecastStartDate', {
    id: 'forecastStart',
    header: 'Forecast start',
    meta: {
      widthPx: 142,
      plain: ({ forecastStartDate }, { dates, nowMs }) =>
        forecastStartDate === null ? plainDash : plainFigure(formatShortDateTime(forecastStartDate, dates, nowMs)),
    },
  }),
  accessor('poolName', {
    id: 'pool',
    header: 'Also needs',
    meta: { widthPx: 132, plain: ({ poolName }) => (poolName === null ? plainDash : plainText(poolName)) },
  }),
  accessor('status', {
    id: 'status',
    header: 'Status',
    meta: { widthPx: 92, plain: ({ status }) => plainText(status, 'text-ink-2') },
  }),
  accessor('progressPercentage', {
    id: 'progress',
    header: 'Progress',
    cell: ({ row }) => <ProgressEditCell row={row.original} />,
    meta: { widthPx: 116, onDemand: true, plain: plainProgress },
  }),
  accessor('durationHours', {
    id: 'duration',
    header: 'Hours',
    cell: ({ row }) => <DurationCell row={row.original} />,
    meta: {
      widthPx: 72,
      end: true,
      onDemand: true,
      plain: ({ durationHours, categoryOutside }) => plainFigure(formatDurationColumn(durationHours, categoryOutside)),
    },
  }),
  accessor('scheduledStartDate', {
    id: 'start',
    header: 'Scheduled start',
    cell: ({ row }) => <DateCell row={row.original} edge="start" />,
    meta: { widthPx: 152, onDemand: true, plain: plainDate('start') },
  }),
  accessor('scheduledEndDate', {
    id: 'end',
    header: 'Scheduled end',
    cell: ({ row }) => <DateCell row={row.original} edge="end" />,
    meta: { widthPx: 152, onDemand: true, plain: plainDate('end') },
  }),
  display({
    id: 'hold',
    header: 'Hold',
    cell: ({ row }) => <HoldCell row={row.original} />,
    meta: { widthPx: 80, onDemand: true, plain: plainHold },
  }),
  priorityColumn,
  shipDateColumn,
  forecastColumn,
  needByColumn,
  slackColumn,
  ...oddsColumns,
  accessor('materialReadyDate', {
    id: 'material',
    header: 'Material ready',
    meta: {
      widthPx: 108,
      plain: ({ materialReadyDate }, scene) => plainDay(materialReadyDate, scene, 'text-ink-2'),
    },
  }),
  ...workTimeColumns(),
  ...dependencyColumns(),
  display({
    id: 'actions',
    header: 'Notes and dependencies',
    cell: ({ row }) => <RowActions row={row.original} kinds={otherDialogs} />,
    meta: { widthPx: 88, hiddenHead: true, controls: true, last: true, onDemand: true },
  }),
])

export const usualOperationColumns: readonly string[] = [
  'standing',
  'workCenter',
  'forecastStart',
  'progress',
  'duration',
  'start',
  'end',
  'slack',
]

/** The most important columns, for screens without room for all. */
export const decisionOperationColumns: readonly string[] = ['standing', 'workCenter', 'forecastStart', 'slack']

/** The options of the toolbar on this screen. */
export const operationsToolbar: ListToolbarKind = {
  screen: 'operations',
  defaults: defaultOperationsSearch,
  saved: savedOperationsSearch,
  sortKeys: [
    'forecastStart',
    'projectNumber',
    'projectName',
    'name',
    'workCenter',
    'status',
    'progress',
    'duration',
    'start',
    'end',
    'shipDate',
    'priority',
    'slack',
    'lateness',
    'date80',
    'chance',
    'material',
    'daysOverdue',
  ],
  filterKeys: ['categoryIds', 'poolIds', 'statuses', 'phases', 'priorities', 'flagged'],
  choices: columnChoices(operationsColumns, ['name', 'actions']),
  forTriage: false,
}
