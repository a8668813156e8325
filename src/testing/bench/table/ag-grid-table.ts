import {
  ClientSideRowModelModule,
  type ColDef,
  createGrid,
  type GridApi,
  ModuleRegistry,
  RowSelectionModule,
  TextFilterModule,
  themeQuartz,
} from 'ag-grid-community'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHoursColumn } from '#web/lib/format-hours.ts'
import { formatPercent } from '#web/lib/format-number.ts'
import { benchDates, benchNowMs } from './made-plan.ts'
import type { TableUnderTest } from './table-under-test.ts'

ModuleRegistry.registerModules([ClientSideRowModelModule, RowSelectionModule, TextFilterModule])

const date = (instant: string | null) => formatShortDateTime(instant, benchDates, benchNowMs)

/** The columns and widths of the product as plain text, which the compared table renders fastest. */
const columnDefs: ColDef<OperationListRow>[] = [
  { field: 'name', headerName: 'Operation', minWidth: 250, flex: 1, pinned: 'left' },
  {
    field: 'state',
    headerName: 'State',
    width: 118,
    valueFormatter: ({ data }) => operationStateLooks[data.state].word,
  },
  { field: 'categoryName', headerName: 'Work center', width: 116 },
  {
    field: 'progressPercentage',
    headerName: 'Progress',
    width: 132,
    valueFormatter: ({ data }) => formatPercent(data.progressPercentage),
  },
  {
    field: 'durationHours',
    headerName: 'Hours',
    width: 76,
    valueFormatter: ({ data }) => formatHoursColumn(data.durationHours),
  },
  {
    field: 'scheduledStartDate',
    headerName: 'Start',
    width: 180,
    valueFormatter: ({ data }) => date(data.scheduledStartDate),
  },
  {
    field: 'scheduledEndDate',
    headerName: 'End',
    width: 180,
    valueFormatter: ({ data }) => date(data.scheduledEndDate),
  },
  { field: 'onHold', headerName: 'Hold', width: 88, valueFormatter: ({ data }) => (data.onHold ? 'On hold' : 'Hold') },
  { field: 'slackDays', headerName: 'Slack', width: 72 },
  { field: 'status', hide: true, filter: 'agTextColumnFilter' },
]

/** AG Grid Community as recommended: client-side row model, row ids, its own row and column virtualization, only the modules used. */
export const agGridTable = (rowData: readonly OperationListRow[]): TableUnderTest => {
  let grid: GridApi | undefined
  return {
    mount: (root) => {
      // The height of our list without toolbar and footer, so that it shows the same number of rows.
      root.style.height = '717px'
      grid = createGrid(root, {
        columnDefs,
        rowData,
        getRowId: ({ data }) => data.operationId,
        rowHeight: 36,
        headerHeight: 32,
        rowSelection: { mode: 'multiRow', headerCheckbox: true, checkboxes: true },
        selectionColumnDef: { width: 48, pinned: 'left' },
        theme: themeQuartz,
        // Only plain text: no detection of value types and no checkboxes in cells.
        defaultColDef: { cellDataType: false },
      })
    },
    answeringMs: () => 0,
    firstRow: () => document.querySelector('.ag-row[row-index="0"]')?.getAttribute('row-id') ?? null,
    allSelected: () =>
      document.querySelector('.ag-row') !== null && !document.querySelector('.ag-row:not(.ag-row-selected)'),
    filter: (status) => grid?.setFilterModel({ status: { filterType: 'text', type: 'equals', filter: status } }),
  }
}
