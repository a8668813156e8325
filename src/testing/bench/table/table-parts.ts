/** Selectors for the parts of each table. */
export interface TableParts {
  /** The scroll container, its sticky headers, and its rows; `waiting` = a row without its content yet. */
  list: string
  heads: string
  row: string
  waiting: string
  head: (by: 'name' | 'start') => string
  selectAll: string
}

export const ourParts: TableParts = {
  list: 'section[aria-label=Operations]',
  heads: 'thead',
  row: 'tbody tr',
  waiting: '[aria-busy=true]',
  head: (by) => `th button:text-is("${by === 'name' ? 'Operation' : 'Forecast start'}")`,
  selectAll: 'thead input[type=checkbox]',
}

export const agGridParts: TableParts = {
  list: '.ag-grid-viewport',
  heads: '.ag-header',
  row: '.ag-row',
  waiting: ':not(:has(.ag-cell))',
  head: (by) => `.ag-header-cell[col-id=${by === 'name' ? 'name' : 'scheduledStartDate'}] .ag-header-cell-label`,
  selectAll: '.ag-header-select-all input',
}
