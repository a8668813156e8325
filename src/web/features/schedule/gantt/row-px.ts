/** Height of a row of the Gantt. Its bar is 20 px high and 6 px from the top. */
export const rowPx = 32
