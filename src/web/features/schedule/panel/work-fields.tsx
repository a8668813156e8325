import { z } from 'zod/mini'
import { OperationInput } from '#contract/operations.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal, reportRefusal } from '../model/center-refusals.ts'
import { fieldsWrite } from '../move/write-of.ts'
import { refusedField } from './refused-field.ts'

const look = { size: 'small', className: 'min-w-0 flex-1' } as const

const WorkInput = z.pick(OperationInput, { durationHours: true, progressPercentage: true })

/**
 * Changes the hours, which is planning, and the progress of an operation, which is a report. Keyed by their values, so
 * that they follow new data.
 */
export function WorkFields({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model } = gantt
  const { durationHours, progressPercentage } = model.data.operations
  const present = { durationHours: at(durationHours, operation), progressPercentage: at(progressPercentage, operation) }
  const { form, field, ...frame } = useContractForm({ schema: WorkInput, values: present, mode: 'onSubmit' })
  const save = form.handleSubmit((input) => {
    const { durationHours: hours = present.durationHours, progressPercentage: progress = present.progressPercentage } =
      input
    const fields = {
      ...(hours !== present.durationHours && { durationHours: hours }),
      ...(progress !== present.progressPercentage && { progressPercentage: progress }),
    }
    gantt.write(fieldsWrite(model, operation, fields))
  })
  if (hasFlag(model, operation, 'completed')) return null
  const [toPlan, toReport] = [planRefusal(gantt, operation), reportRefusal(gantt, operation)]
  return (
    <Form
      className="flex items-end gap-2 border-line border-t px-4 py-3"
      frame={frame}
      disabledReason={toReport}
      onSubmit={save}
    >
      <Tooltip content={toPlan}>
        <NumberField label="Hours" {...look} unit="h" {...field('durationHours')} {...refusedField(toPlan)} />
      </Tooltip>
      <Tooltip content={toReport}>
        <NumberField label="Progress" {...look} unit="%" {...field('progressPercentage')} {...refusedField(toReport)} />
      </Tooltip>
      <Button type="submit" size="small" disabled={!frame.isDirty} disabledReason={toReport}>
        Save
      </Button>
    </Form>
  )
}
