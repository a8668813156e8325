/** A row as it was chosen: its id, and the version seen. */
export interface PickedRow {
  readonly id: string
  readonly version: number
}

/** Of a row that was chosen without being seen. */
export const unseenVersion = -1

/** Rows chosen one by one, by their ids and the versions seen; or all that match, except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly versions: ReadonlyMap<string, number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const nothingSelected: RowSelection = { kind: 'some', versions: new Map() }
export const allSelected: RowSelection = { kind: 'all', except: new Set() }

export const isSelected = (selection: RowSelection, id: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.versions.has(id)

/** How many rows are selected of `total` that match. */
export const selectedCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.versions.size

/** Selects rows, or takes them out of the selection. */
export function withRows(selection: RowSelection, rows: readonly PickedRow[], selected: boolean): RowSelection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    for (const { id } of rows) selected ? except.delete(id) : except.add(id)
    return { kind: 'all', except }
  }
  const versions = new Map(selection.versions)
  for (const { id, version } of rows) {
    if (selected) versions.set(id, version)
    else versions.delete(id)
  }
  return { kind: 'some', versions }
}
