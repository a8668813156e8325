/** Element id of a row. A page has only one schedule. */
export const rowId = (row: number): string => (row < 0 ? `schedule-project-${-1 - row}` : `schedule-operation-${row}`)
export const barId = (operation: number): string => `schedule-bar-${operation}`
