import { infiniteQueryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { type HistoryEntry, type HistoryFilter, type HistoryPage, listHistory } from '#contract/history.ts'
import { call } from '#web/api/client.ts'
import { fileHref } from '#web/api/files/file-href.ts'
import { tenantKey } from '#web/api/query-keys.ts'

type ReadPage = (cursor: string | null) => Promise<z.infer<typeof HistoryPage>>

/** All entries of a log, page by page. */
export async function* eachPage(read: ReadPage): AsyncGenerator<readonly HistoryEntry[]> {
  let cursor: string | null = null
  do {
    const { entries, nextCursor }: Awaited<ReturnType<ReadPage>> = await read(cursor)
    yield entries
    cursor = nextCursor
  } while (cursor !== null)
}

/** Reads the pages of a log with a filter, always from the server. */
export type LogPages = (filter: HistoryFilter) => (signal: AbortSignal) => AsyncIterable<readonly HistoryEntry[]>

const readHistory = (filter: HistoryFilter, cursor: string | null, signal: AbortSignal) =>
  call(listHistory, { query: { ...filter, ...(cursor !== null && { cursor }) } }, { signal })

export const historyPages: LogPages = (filter) => (signal) => eachPage((cursor) => readHistory(filter, cursor, signal))

/** Key of all history on screen. A live event about projects refreshes it too. */
export const historyKey = () => tenantKey('projects', 'history')

/** History of the organization, a project or a record, filtered, in pages of 100, newest first. */
export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(), filter],
    queryFn: ({ pageParam, signal }) => readHistory(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/** Address of the CSV file with all matching entries; `log` selects the history or the audit log (admins only). */
export const historyFileHref = (filter: HistoryFilter, log: 'history' | 'admin/history' = 'history'): string =>
  fileHref(`/${log}/export`, filter)
