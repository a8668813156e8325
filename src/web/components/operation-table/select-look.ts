import type { ColumnLook } from '#web/components/data-list/column-style.ts'

/** The column of checkboxes, which every table of operations begins with. */
export const selectLook: ColumnLook = { widthPx: 48, stays: 'left-0 pl-5' }
