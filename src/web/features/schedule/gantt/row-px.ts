/** Height of a row of the Gantt; its bar is 20 high, 6 from the top. */
export const rowPx = 32
