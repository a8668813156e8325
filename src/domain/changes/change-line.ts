import type { HistoryAction, HistoryEntity, HistoryEntry } from '#contract/history.ts'

/** The history entry of one record in one change set. */
export interface ChangeLine {
  readonly entity: HistoryEntity
  readonly entityId: string
  readonly projectId?: string | null
  readonly action: HistoryAction
  readonly changes: HistoryEntry['changes']
}
