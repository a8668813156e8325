import type { HistoryEntry } from '#contract/history.ts'

/** A record as history sees it: wire names, dates as ISO text. */
export type Fields = Readonly<Record<string, unknown>>

/** Field by field what changed from `before` to `after`; null = the record did not exist, or does no longer. */
export const diffFields = (before: Fields | null, after: Fields | null): HistoryEntry['changes'] =>
  Object.keys(after ?? before ?? {})
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }))
    .filter(({ from, to }) => from !== to && JSON.stringify(from) !== JSON.stringify(to))
