/** A selected row: its id, and the version that the reader saw. */
export interface PickedRow {
  readonly id: string
  readonly version: number
}

/** The version of a row that was selected without being shown. */
export const unseenVersion = -1

/** Rows that were selected one by one, with the versions that the reader saw, or all matching rows except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly versions: ReadonlyMap<string, number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const nothingSelected: RowSelection = { kind: 'some', versions: new Map() }
export const allSelected: RowSelection = { kind: 'all', except: new Set() }

export const isSelected = (selection: RowSelection, id: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.versions.has(id)

/** How many of the `total` matching rows are selected. */
export const selectedCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.versions.size

/** Selects or deselects rows. */
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
