import { z } from 'zod/mini'
import { OperationInput } from '#contract/operations.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'

const WorkInput = z.pick(OperationInput, { durationHours: true, progressPercentage: true })

interface WorkFieldsProps {
  readonly operation: number
  readonly onWork: (operationId: string, fields: { durationHours?: number; progressPercentage?: number }) => void
}

/** Changes the hours and the progress of an operation. Keyed by their values, so that they follow new data. */
export function WorkFields({ operation, onWork }: WorkFieldsProps) {
  const { model, canEdit } = useGantt()
  const { ids, durationHours, progressPercent } = model.data.operations
  const present = { durationHours: at(durationHours, operation), progressPercentage: at(progressPercent, operation) }
  const { form, field, ...frame } = useContractForm({ schema: WorkInput, values: present, mode: 'onSubmit' })
  const save = form.handleSubmit((input) => {
    const { durationHours: hours = present.durationHours, progressPercentage: progress = present.progressPercentage } =
      input
    onWork(ids[operation] ?? '', {
      ...(hours !== present.durationHours && { durationHours: hours }),
      ...(progress !== present.progressPercentage && { progressPercentage: progress }),
    })
  })
  if (!canEdit || hasFlag(model, operation, 'completed')) return null
  return (
    <Form className="flex items-end gap-2 border-line border-t px-4 py-3" frame={frame} onSubmit={save}>
      <NumberField label="Hours" size="small" unit="h" className="min-w-0 flex-1" {...field('durationHours')} />
      <NumberField label="Progress" size="small" unit="%" className="min-w-0 flex-1" {...field('progressPercentage')} />
      <Button type="submit" size="small" disabled={!frame.isDirty}>
        Save
      </Button>
    </Form>
  )
}
