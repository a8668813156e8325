import type { HistoryAction, HistoryEntity, HistoryEntry } from '#contract/history.ts'

/** What history keeps of one record in one change set, oldest first among its like. */
export interface ChangeLine {
  readonly entity: HistoryEntity
  readonly entityId: string
  readonly projectId?: string | null
  readonly action: HistoryAction
  readonly changes: HistoryEntry['changes']
}
