import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Operation } from '#contract/operations.ts'
import type { ListedProject } from '#contract/projects.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { formatProgress } from '#web/lib/format-number.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { operationCardOf } from '../model/operation-cards.ts'
import type { OperationReport } from '../moves/use-kanban-moves.ts'

/** Maximum number of operations in the dialog. The progress of a longer project is reported on its own page. */
const mostShown = 100

/** Percent by operation id, for the operations whose slider was moved. */
const Reports = z.object({ changes: z.record(z.string(), z.number()) })
type Changes = z.infer<typeof Reports>['changes']

const percentOf = ({ operationId, progressPercentage }: Operation, changes: Changes): number =>
  changes[operationId] ?? progressPercentage

/** Progress of the project computed as hours done of hours planned; null without hours. */
const progressByHours = (operations: readonly Operation[], changes: Changes): number | null => {
  const planned = operations.reduce((sum, { durationHours }) => sum + durationHours, 0)
  const done = operations.reduce((sum, one) => sum + (one.durationHours * percentOf(one, changes)) / 100, 0)
  return planned > 0 ? (done / planned) * 100 : null
}

type OperationSliderProps = {
  operation: Operation
  percent: number
  /** Why the reader may not report it; null if they may. */
  refusal: string | null
  onChange: (percent: number) => void
}

const OperationSlider = ({ operation, percent, refusal, onChange }: OperationSliderProps) => (
  <li>
    <div className="flex items-baseline justify-between gap-2">
      <span className="truncate">{operation.name || 'Unnamed Operation'}</span>
      <span className="shrink-0 text-ink-2 text-label tabular-nums">{formatProgress(percent)}</span>
    </div>
    <Slider
      label={`Progress of ${operation.name || 'Unnamed Operation'}`}
      value={percent}
      onChange={onChange}
      valueText={`${Math.round(percent)} %`}
      disabled={refusal !== null}
    />
    {refusal !== null && <p className="text-ink-3 text-label">{refusal}</p>}
  </li>
)

type ProjectProgressDialogProps = {
  project: ListedProject
  /** `percent` is the resulting progress of the project. */
  onSave: (percent: number, reports: readonly OperationReport[]) => void
  onClose: () => void
  onOpen: (path: string) => void
}

/** Reports progress for each operation of a project; the progress of the project follows from their hours. */
export function ProjectProgressDialog({ project, onSave, onClose, onOpen }: ProjectProgressDialogProps) {
  const query = useQuery(projectOperationsQuery(project.projectId))
  const refusalOf = useOperationRefusal()
  const { form, choice, ...frame } = useContractForm({ schema: Reports, values: { changes: {} } })
  const { value: changes, onChange: setChanges } = choice('changes')
  const operations = query.data ?? []
  const changed = operations.filter((one) => percentOf(one, changes) !== one.progressPercentage)
  const percent = progressByHours(operations, changes) ?? project.progressPercentage
  const save = () =>
    onSave(
      percent,
      changed.map((one) => ({ card: operationCardOf(project, one), percent: percentOf(one, changes) })),
    )
  return (
    <FormDialog
      size="small"
      title="Update Progress"
      description={`#${project.projectNumber} ${project.projectName}`}
      submitLabel="Save Progress"
      disabledReason={changed.length === 0 && 'Move a slider first'}
      onClose={onClose}
      frame={frame}
      onSubmit={form.handleSubmit(save)}
    >
      <div className="flex items-baseline justify-between">
        <span className="text-ink-2 text-label">Progress of the project, by hours</span>
        <output className="font-semibold text-figure tabular-nums">{formatProgress(percent)}</output>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows columns="1fr" rows={4} />}>
        {(all) => (
          <ul aria-label="Operations" className="-mx-1 flex max-h-80 flex-col gap-2 overflow-y-auto px-3">
            {all.slice(0, mostShown).map((operation) => (
              <OperationSlider
                key={operation.operationId}
                operation={operation}
                percent={percentOf(operation, changes)}
                refusal={refusalOf('reportWork', operation)}
                onChange={(next) => setChanges({ ...changes, [operation.operationId]: next })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {operations.length > mostShown && (
        <Button onClick={() => onOpen(`/projects/${project.projectId}`)}>
          Show all {operations.length} operations
        </Button>
      )}
    </FormDialog>
  )
}
