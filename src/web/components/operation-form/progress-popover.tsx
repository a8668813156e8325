import { type ReactElement, useState } from 'react'
import { z } from 'zod/mini'
import type { Operation } from '#contract/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Form } from '../form/form.tsx'
import { useContractForm } from '../form/use-contract-form.ts'

const Progress = z.object({ progressPercentage: z.number().check(z.minimum(0), z.maximum(100)) })

type ProgressPopoverProps = {
  operation: Operation
  /** The button that shows the progress and opens this. */
  trigger: ReactElement
  onReport: (progressPercentage: number) => void
}

const Report = ({ operation, onReport }: Omit<ProgressPopoverProps, 'trigger'>) => {
  const { form, choice, ...frame } = useContractForm({
    schema: Progress,
    values: { progressPercentage: operation.progressPercentage },
  })
  const { value: percent, onChange } = choice('progressPercentage')
  return (
    <Form
      className="flex flex-col gap-2"
      frame={frame}
      onSubmit={form.handleSubmit(({ progressPercentage }) => onReport(progressPercentage))}
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="truncate font-semibold">{operation.name}</span>
        <b className="shrink-0 tabular-nums">{Math.round(percent)} %</b>
      </p>
      <Slider
        label={`Progress of ${operation.name}`}
        value={percent}
        valueText={`${Math.round(percent)} %`}
        onChange={onChange}
      />
      <div className="flex justify-between">
        <Button size="small" disabled={percent === 100} onClick={() => onReport(100)}>
          Mark done
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!frame.isDirty}>
          Report
        </Button>
      </div>
    </Form>
  )
}

/** Reports progress on the spot: a slider in steps of 5 (specification 5). */
export function ProgressPopover({ operation, trigger, onReport }: ProgressPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={`Report progress of ${operation.name}`}
      className="w-72 p-3"
      {...{ trigger, open }}
      onOpenChange={setOpen}
    >
      <Report
        operation={operation}
        onReport={(percent) => {
          setOpen(false)
          onReport(percent)
        }}
      />
    </Popover>
  )
}
