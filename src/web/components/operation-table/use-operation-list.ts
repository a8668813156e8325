import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationQuery } from '#web/api/operation-lists.queries.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { type Subject, useOperationActions } from './use-operation-actions.ts'
import { useOperationRows } from './use-operation-rows.ts'
import { useRowSelection } from './use-row-selection.ts'

/** The groups of a list, how many of them are folded, and the ways to fold all. */
export interface GroupFolding {
  readonly groups: number
  readonly closed: number
  readonly openAll: () => void
  readonly closeAll: () => void
}

/** A list of operations with its rows, its selection, its folded groups and what can be done with it. */
export function useOperationList(query: OperationQuery) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const data = useOperationRows(query, closed)
  const selecting = useRowSelection(query, data)
  const actions = useOperationActions(({ failures }, { row }) => {
    if (row === null) selecting.keep(failures.map(({ operationId }) => operationId))
  })

  const latest = useRef(selecting)
  useLayoutEffect(() => {
    latest.current = selecting
  })
  // These stay the same functions, so that rows are only drawn again when they themselves have changed.
  const selectRow = useCallback((row: OperationListRow, offset: number, extend: boolean) => {
    if (extend) void latest.current.extendTo(offset)
    else latest.current.toggle(row, offset)
  }, [])
  const selectGroup = useCallback((group: number) => void latest.current.toggleGroup(group), [])
  const toggleGroup = useCallback(
    (key: string) =>
      setClosed((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )

  const { groups } = data
  const folding = useMemo(
    (): GroupFolding => ({
      groups: groups?.length ?? 0,
      closed: closed.size,
      openAll: () => setClosed(new Set()),
      closeAll: () => setClosed(new Set(groups?.map(({ key }) => key))),
    }),
    [groups, closed],
  )

  return {
    query,
    data,
    selecting,
    actions,
    closed,
    toggleGroup,
    folding,
    selectRow,
    selectGroup,
    /** What is selected, as the subject of an action; null when nothing is. */
    subject: (): Subject | null =>
      selecting.count === 0
        ? null
        : {
            target: selecting.target(),
            count: selecting.count,
            title: formatCount(selecting.count, 'operation'),
            row: null,
          },
  }
}
export type OperationList = ReturnType<typeof useOperationList>
