import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { operationQuery, projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { OperationPace } from '#web/components/learned-pace/operation-pace.tsx'
import { OperationFormDialog } from '#web/components/operation-form/operation-form-dialog.tsx'
import { RemoveOperationDialog } from '#web/components/operation-form/remove-operation-dialog.tsx'
import { useQuickChange } from '#web/components/operation-form/use-quick-change.ts'
import { awaitedMaterial } from '#web/components/operation-marks/awaited-material.ts'
import { successorsOf, waitText } from '#web/components/operation-marks/dependency-text.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { HistorySection } from '#web/components/record-history/history-section.tsx'
import { WorkTimePanel } from '#web/components/work-time/work-time-panel.tsx'
import { useFieldsRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FloorPanel } from './floor-panel.tsx'
import { LinkedOperations } from './linked-operations.tsx'
import { OperationFacts } from './operation-facts.tsx'
import { OperationHead } from './operation-head.tsx'
import type { OperationSearch } from './operation-search.ts'
import { WhyThen } from './why-then.tsx'

type OperationDetailsScreenProps = {
  projectId: string
  operationId: string
  search: OperationSearch
  onSearch: (search: OperationSearch) => void
  onRemoved: () => void
}

/** One operation: its details, the reasons for its start, predecessors, successors, notes and changes. */
export function OperationDetailsScreen(props: OperationDetailsScreenProps) {
  const { projectId, operationId, search, onSearch, onRemoved } = props
  const { data: operation } = useSuspenseQuery(operationQuery(projectId, operationId))
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: operations } = useSuspenseQuery(projectOperationsQuery(projectId))
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const [removing, setRemoving] = useState(false)
  const change = useQuickChange()
  const { notes, description, dependencies, categoryId } = operation
  const before = operations.filter((other) => dependencies.includes(other.operationId))
  const after = successorsOf(operationId, operations)
  const linked = { dates, nowMs }
  const edit = () => onSearch({ edit: 'open' })
  return (
    <>
      <OperationHead
        project={project}
        operation={operation}
        onChange={change}
        onEdit={edit}
        onRemove={() => setRemoving(true)}
      />
      <OperationFacts
        operation={operation}
        dates={dates}
        nowMs={nowMs}
        category={categories.find((category) => category.categoryId === categoryId)}
        pool={categories.find((category) => category.categoryId === operation.poolId)}
        change={change}
      />
      <OperationPace operation={operation} />
      <div className="grid items-start gap-4 p-5 max-md:px-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={operation.startDate ? 'Why it starts then' : "Why it isn't scheduled"}>
            <WhyThen operation={operation} dates={dates} nowMs={nowMs} />
          </Panel>
          <WorkTimePanel operation={operation} categories={categories} />
          <Panel
            title="Notes"
            actions={
              <Button size="small" variant="ghost" disabledReason={useFieldsRefusal(operation, 'notes')} onClick={edit}>
                {notes ? 'Edit' : 'Add notes'}
              </Button>
            }
          >
            <p className={`wrap-break-word whitespace-pre-wrap px-3 py-2 ${notes ? '' : 'text-ink-3'}`}>
              {notes || 'No notes.'}
            </p>
            {description && (
              <p className="wrap-break-word whitespace-pre-wrap border-line border-t px-3 py-2 text-ink-2">
                {description}
              </p>
            )}
          </Panel>
          <FloorPanel operation={operation} dates={dates} nowMs={nowMs} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Waits for" meta={<CountBadge count={before.length} />}>
            <LinkedOperations
              {...linked}
              linked={before}
              waitOf={(other) => waitText(operation, other.operationId)}
              none={`No operation: it can start as soon as ${awaitedMaterial(operation, nowMs) ? 'its material is ready' : 'the project can'}.`}
              shows="end"
            />
          </Panel>
          <Panel title="Holds up" meta={<CountBadge count={after.length} />}>
            <LinkedOperations
              {...linked}
              linked={after}
              waitOf={(other) => waitText(other, operationId)}
              none="No other operation depends on it."
              shows="start"
            />
          </Panel>
          <Panel title="History">
            <HistorySection
              projectId={projectId}
              operations={operations}
              categories={categories}
              operationId={operationId}
              of={operation.name}
            />
          </Panel>
        </div>
      </div>
      {search.edit && (
        <OperationFormDialog
          projectId={projectId}
          operation={operation}
          operations={operations}
          categories={categories}
          onClose={() => onSearch({})}
        />
      )}
      {removing && (
        <RemoveOperationDialog
          operation={operation}
          operations={operations}
          onRemoved={onRemoved}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
