import type { OperationStatus } from '#contract/vocabulary.ts'

/** Interface between the benchmark and each table. */
export interface TableUnderTest {
  /** Preparation before the table is opened. */
  start?: (root: HTMLElement) => void
  /** Opens the table. */
  mount: (root: HTMLElement) => void
  /** Milliseconds spent so far in the code that replaces the server. */
  answeringMs: () => number
  /** Id of the operation on the first row of the page; null = none yet. */
  firstRow: () => string | null
  /** Whether every row in the page is marked as selected. */
  allSelected: () => boolean
  filter: (status: OperationStatus) => void
}
