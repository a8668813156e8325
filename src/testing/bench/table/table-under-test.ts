/** What the bench asks of either table. */
export interface TableUnderTest {
  /** What runs before anybody opens the table. */
  start?: (root: HTMLElement) => void
  /** Opens the table. */
  mount: (root: HTMLElement) => void
  /** Milliseconds spent so far in the part that stands for the server. */
  answeringMs: () => number
  /** Id of the operation on the first line, as it stands in the page; null = none yet. */
  firstRow: () => string | null
  /** Every row in the page is marked as selected. */
  allSelected: () => boolean
  /** Narrows the rows to one status. */
  filter: (status: string) => void
}
