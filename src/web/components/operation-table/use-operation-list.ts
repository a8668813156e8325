import { useCallback, useMemo, useState } from 'react'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { useRowList } from '#web/components/data-list/use-row-list.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { targetOf, tooMany } from './bulk-target.ts'
import { filterOf } from './list-search.ts'
import { type Subject, useOperationActions } from './use-operation-actions.ts'
import { useOperationRows } from './use-operation-rows.ts'
import { useSelectionReach } from './use-selection-reach.ts'

/** The groups of a list, how many of them are collapsed, and actions to collapse or expand all. */
export interface GroupFolding {
  readonly groups: number
  readonly closed: number
  readonly openAll: () => void
  readonly closeAll: () => void
}

/** A list of operations with its rows, selection, collapsed groups and actions. */
export function useOperationList(query: OperationQuery) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const data = useOperationRows(query, closed)
  const toggleGroup = useCallback(
    (key: string) =>
      setClosed((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const folds = useMemo(() => ({ closed, toggleGroup }), [closed, toggleGroup])
  const list = useRowList(data, JSON.stringify(filterOf(query)), folds)
  const { selecting } = list
  const actions = useOperationActions(({ failures }, { row }) => {
    if (row === null) selecting.keep(failures.map(({ operationId }) => operationId))
  })

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

  /** The selected rows with the versions that the reader sees now. */
  const target = (): BulkTarget => {
    const { selection } = selecting
    if (selection.kind === 'all') return targetOf(selection, query, data.total)
    const seen = new Map([...data.rows.values()].map(({ operationId, version }) => [operationId, version]))
    const versions = [...selection.versions].map(([id, version]) => [id, seen.get(id) ?? version] as const)
    return targetOf({ kind: 'some', versions: new Map(versions) }, query, data.total)
  }

  const reach = useSelectionReach({
    selection: selecting.selection,
    rows: data.rows,
    target: target(),
    isAsked: selecting.count > 0 && tooMany(selecting.selection, data.total) === null,
  })
  const several = { count: selecting.count, elsewhere: reach ? reach.total - reach.operationIds.length : 0 }

  return {
    ...list,
    data,
    /** Which of the selected operations are at the reader's work centers, if not all of them are. */
    reach,
    several,
    query,
    actions,
    closed,
    toggleGroup,
    folding,
    /** The selection as the subject of an action; null if nothing is selected. */
    subject: (): Subject | null =>
      selecting.count === 0
        ? null
        : {
            ...several,
            target: target(),
            title: formatCount(selecting.count, 'operation'),
            row: null,
          },
  }
}
export type OperationList = ReturnType<typeof useOperationList>
