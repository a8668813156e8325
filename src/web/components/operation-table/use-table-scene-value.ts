import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { useQuickChange } from '#web/components/operation-form/use-quick-change.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import type { TableScene } from './table-scene.ts'
import { type ActionDialogKind, rowSubject } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'

const noCategories: TableScene['categories'] = []

/** The scene of a list's rows; the same object until their display changes. */
export function useTableSceneValue(list: OperationList): TableScene {
  const dates = useDateSettings()
  const categories = useQuery(workCentersQuery()).data ?? noCategories
  const { data, query } = list
  const nowMs = data.list.data ? Date.parse(data.list.data.now) : data.list.dataUpdatedAt
  const usesMaterial = data.list.data?.usesMaterial ?? false
  const namesProject = query.groupBy !== 'project'
  const change = useQuickChange()
  const actions = useRef(list.actions)
  const router = useRouter()
  useLayoutEffect(() => {
    actions.current = list.actions
  })
  return useMemo(
    () => ({
      dates,
      nowMs,
      namesProject,
      categories,
      usesMaterial,
      open: (event: MouseEvent, { projectId, operationId }: OperationListRow) => {
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event
        if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
        event.preventDefault()
        void router.navigate({ to: '/projects/$projectId/operations/$operationId', params: { projectId, operationId } })
      },
      ask: (kind: ActionDialogKind, row: OperationListRow) => actions.current.ask(kind, rowSubject(row)),
      run: (row: OperationListRow, action: BulkAction) => void actions.current.run(rowSubject(row), action),
      runOn: (operationId: string, title: string, action: BulkAction) => {
        const target = { operations: [{ operationId }] }
        void actions.current.run({ target, count: 1, title, row: null, elsewhere: 0 }, action)
      },
      unsnooze: (row: OperationListRow) => void actions.current.unsnooze(rowSubject(row)),
      change,
    }),
    [dates, nowMs, namesProject, categories, usesMaterial, change, router],
  )
}
