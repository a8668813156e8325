import { keepPreviousData, type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { OperationList, OperationListRow } from '#contract/operation-lists.ts'
import type { Operation } from '#contract/operations.ts'
import {
  fetchOperationRows,
  type OperationQuery,
  operationGroupsQuery,
  operationPageQuery,
  pageRows,
} from '#web/api/operations/operation-lists.queries.ts'
import {
  foreseenFields,
  type OperationWrite,
  operationsOf,
  operationWrites,
} from '#web/api/operations/operation-writes.ts'
import { pick } from '#web/api/save-over.ts'
import { layoutRows } from '#web/components/data-list/row-layout.ts'
import type { Drawing } from '#web/components/record-writes/show-writes.ts'
import { useShown } from '#web/components/record-writes/use-writes.ts'

export interface OperationGroup {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly daysOverdue: number
}

const idOf = ({ operationId }: OperationListRow): string => operationId

/** Fields of a row that belong to its operation; the server computes all others. */
const written = [
  'categoryId',
  'durationHours',
  'progressPercentage',
  'sequence',
  'onHold',
  'pinned',
  'scheduledStartDate',
  'scheduledEndDate',
  'actualStartDate',
  'actualEndDate',
]

const rowDrawing: Drawing<OperationListRow, Operation, OperationWrite> = {
  idOf: ({ operationId }) => operationId,
  idsOf: operationsOf,
  foresee: (row, write) => ({ ...row, ...pick(foreseenFields(write, row.operationId), written) }),
  accept: (row, answer) => ({ ...row, ...pick(answer, [...written, 'status', 'version']) }),
}

/** Outside the hook, so that the same answers give the same list object. */
const answersOf = (results: UseQueryResult<OperationList>[]) => results.map(({ data }) => data)

/**
 * The matching operations, loaded only where they are shown: `show(from, to)` sets the visible rows (offsets, end
 * excluded), their pages are fetched, and `rowAt` returns what has arrived.
 */
export function useOperationRows(query: OperationQuery, closed: ReadonlySet<string>) {
  const client = useQueryClient()
  // While another list loads, the previous totals and rows stay visible.
  const first = useQuery({ ...operationPageQuery(query, 0), placeholderData: keepPreviousData })
  const grouping = useQuery({ ...operationGroupsQuery(query), placeholderData: keepPreviousData })
  const [sight, setSight] = useState('0-0')
  const show = useCallback((from: number, to: number) => {
    const pageOf = (offset: number) => Math.max(0, Math.floor(offset / pageRows))
    setSight(`${pageOf(from)}-${pageOf(to - 1)}`)
  }, [])
  const [fromPage = 0, toPage = 0] = sight.split('-').map(Number)
  const last = Math.max(0, Math.ceil((first.data?.total ?? 0) / pageRows) - 1)
  const pages = Array.from({ length: Math.min(toPage, last) - fromPage + 1 }, (_, index) => fromPage + index)
  const others = useQueries({
    queries: pages.filter((page) => page > 0).map((page) => operationPageQuery(query, page)),
    combine: answersOf,
  })

  const listed = useMemo(() => [first.data, ...others].flatMap((answer) => answer?.rows ?? []), [first.data, others])
  const shown = useShown(listed, operationWrites, rowDrawing)
  const rows = useMemo(() => {
    const offsets = [first.data, ...others].flatMap(
      (answer) => answer?.rows.map((_, index) => answer.offset + index) ?? [],
    )
    return new Map(shown.map((row, index) => [offsets[index] ?? 0, row]))
  }, [first.data, others, shown])

  const grouped = query.groupBy !== undefined && query.groupBy !== 'none'
  const total = first.data?.total ?? 0
  const groups = useMemo(() => {
    if (!grouped || !grouping.data) return null
    const { keys, titles, counts, daysOverdue } = grouping.data
    return keys.map(
      (key, index): OperationGroup => ({
        key,
        title: titles[index] ?? key,
        count: counts[index] ?? 0,
        daysOverdue: daysOverdue[index] ?? 0,
      }),
    )
  }, [grouped, grouping.data])
  const layout = useMemo(() => layoutRows(groups, total, closed), [groups, total, closed])

  return {
    list: first,
    total,
    groups,
    layout,
    /** False until the rows and, if requested, the groups are loaded. */
    isReady: first.data !== undefined && (!grouped || grouping.data !== undefined),
    error: first.error ?? (grouped ? grouping.error : null),
    retry: () => void Promise.all([first.refetch(), grouped && grouping.refetch()]),
    rows,
    all: null,
    ids: null,
    idOf,
    read: (from: number, to: number) => fetchOperationRows(client, query, from, to + 1),
    rowAt: (offset: number) => rows.get(offset),
    show,
  }
}
export type OperationRows = ReturnType<typeof useOperationRows>
