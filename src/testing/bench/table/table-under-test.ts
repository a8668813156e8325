import type { OperationStatus } from '#contract/vocabulary.ts'

/** What the benchmark needs from each table. */
export interface TableUnderTest {
  /** Preparation before the table is opened. */
  start?: (root: HTMLElement) => void
  /** Opens the table. */
  mount: (root: HTMLElement) => void
  /** Milliseconds spent so far in the code that replaces the server. */
  answeringMs: () => number
  /** Id of the operation on the first line of the page; null = none yet. */
  firstRow: () => string | null
  /** True when every row in the page is marked as selected. */
  allSelected: () => boolean
  /** Filters the rows by one status. */
  filter: (status: OperationStatus) => void
}
