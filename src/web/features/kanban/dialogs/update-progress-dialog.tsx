import { z } from 'zod/mini'
import { progressPercentage } from '#domain/kanban/card-progress.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { Slider } from '#web/ui/slider.tsx'
import type { KanbanCard } from '../model/kanban-card.ts'

type UpdateProgressDialogProps = {
  card: KanbanCard
  /** 0 to 100. */
  onSave: (percent: number) => void
  onClose: () => void
}

const Percent = z.object({ percent: z.number().check(z.minimum(0), z.maximum(100)) })

/** Sets the progress of an operation, or of a project without operations, from 0 to 100 in steps of 5. */
export function UpdateProgressDialog({ card, onSave, onClose }: UpdateProgressDialogProps) {
  const start = card.type === 'project' ? card.project.progressPercentage : progressPercentage(card.progress)
  const { form, choice, ...frame } = useContractForm({ schema: Percent, values: { percent: Math.round(start) } })
  const { value: percent, onChange } = choice('percent')
  return (
    <FormDialog
      size="small"
      title="Update Progress"
      description={`#${card.number} ${card.title}`}
      submitLabel="Save Progress"
      onClose={onClose}
      frame={frame}
      onSubmit={form.handleSubmit((input) => onSave(input.percent))}
    >
      <div>
        <div className="mb-2 flex items-baseline justify-between">
          <span className="text-ink-2 text-label">Progress</span>
          <output className="font-semibold text-figure tabular-nums">{formatProgress(percent)}</output>
        </div>
        <Slider label="Progress" value={percent} onChange={onChange} valueText={`${percent} %`} />
      </div>
    </FormDialog>
  )
}
