/** The part of AG Grid that the benchmark uses, so that types can be checked where it is not installed. */
declare module 'ag-grid-community' {
  export interface ColDef<Row> {
    field?: keyof Row & string
    headerName?: string
    width?: number
    flex?: number
    minWidth?: number
    pinned?: 'left'
    hide?: boolean
    filter?: 'agTextColumnFilter'
    cellDataType?: false
    valueFormatter?: (params: { data: Row }) => string
  }
  export interface GridOptions<Row> {
    columnDefs: ColDef<Row>[]
    rowData: readonly Row[]
    getRowId: (params: { data: Row }) => string
    rowHeight: number
    headerHeight: number
    rowSelection: { mode: 'multiRow'; headerCheckbox: boolean; checkboxes: boolean }
    selectionColumnDef: { width: number; pinned: 'left' }
    theme: unknown
    defaultColDef: ColDef<Row>
  }
  export interface GridApi {
    setFilterModel: (model: Record<string, unknown> | null) => void
  }
  export function createGrid<Row>(element: HTMLElement, options: GridOptions<Row>): GridApi
  export const ModuleRegistry: { registerModules: (modules: readonly unknown[]) => void }
  export const ClientSideRowModelModule: unknown
  export const RowSelectionModule: unknown
  export const TextFilterModule: unknown
  export const themeQuartz: unknown
}
