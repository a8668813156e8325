import { type ReactElement, useState } from 'react'
import { z } from 'zod/mini'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Form } from '../form/form.tsx'
import { useContractForm } from '../form/use-contract-form.ts'
import { HoursLeftField, typedHoursLeft } from './progress-fields.tsx'

const Progress = z.object({
  progressPercentage: z.number().check(z.minimum(0), z.maximum(100)),
  hoursLeft: z.string(),
})

/** The fields that the report changes. Typed hours take precedence over the slider. */
const fieldsOf = (
  operation: Operation,
  { progressPercentage, hoursLeft }: z.output<typeof Progress>,
): ReportedFields => {
  const decision = typedHoursLeft(operation, hoursLeft)
  if (!decision?.ok) return { progressPercentage }
  const { ok: _, ...known } = decision
  return known
}

type ReportedFields = Pick<OperationInput, 'durationHours' | 'originalHours'> & { progressPercentage: number }

type ProgressPopoverProps = {
  operation: Operation
  /** The button that shows the progress and opens the popover. */
  trigger: ReactElement
  /** True if the operation is at an outside work center, where its duration is calendar time. */
  outside: boolean
  onReport: (fields: ReportedFields) => void
}

const Report = ({ operation, outside, onReport }: Omit<ProgressPopoverProps, 'trigger'>) => {
  const { form, choice, ...frame } = useContractForm({
    schema: Progress,
    values: { progressPercentage: operation.progressPercentage, hoursLeft: '' },
  })
  const { value: chosen, onChange } = choice('progressPercentage')
  const hours = choice('hoursLeft')
  const decision = typedHoursLeft(operation, hours.value)
  const percent = decision?.ok ? decision.progressPercentage : chosen
  return (
    <Form
      className="flex flex-col gap-2"
      frame={frame}
      onSubmit={form.handleSubmit((values) => onReport(fieldsOf(operation, values)))}
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="truncate font-semibold">{operation.name}</span>
        <b className="shrink-0 tabular-nums">{Math.round(percent)} %</b>
      </p>
      <Slider
        label={`Progress of ${operation.name}`}
        value={percent}
        valueText={`${Math.round(percent)} %`}
        onChange={(to) => {
          hours.onChange('')
          onChange(to)
        }}
      />
      {!outside && (
        <HoursLeftField
          operation={operation}
          expected={operation.durationHours * (1 - chosen / 100)}
          typed={hours.value}
          onType={hours.onChange}
        />
      )}
      <div className="flex justify-between">
        <Button size="small" disabled={percent === 100} onClick={() => onReport({ progressPercentage: 100 })}>
          Mark done
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!frame.isDirty || decision?.ok === false}>
          Report
        </Button>
      </div>
    </Form>
  )
}

/** Reports progress in place: a slider in steps of 5. */
export function ProgressPopover({ operation, outside, trigger, onReport }: ProgressPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={`Report progress of ${operation.name}`}
      className="w-72 p-3"
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    >
      <Report
        operation={operation}
        outside={outside}
        onReport={(fields) => {
          setOpen(false)
          onReport(fields)
        }}
      />
    </Popover>
  )
}
