import { useState } from 'react'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { dayMs } from '#domain/time/units.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { Subject } from '../use-operation-actions.ts'
import { ActionDialog } from './action-dialog.tsx'

type SnoozeDialogProps = {
  subject: Subject
  onSnooze: (untilDate: string, reason: string) => Promise<unknown>
  onClose: () => void
}

const usualDays = 3

const snoozeSchema = (tomorrow: string) =>
  z.object({
    reason: RequiredLine('Reason', 500),
    untilDate: z.string().check(z.refine((day) => day >= tomorrow, 'Choose a day after today')),
  })

/** Hides operations for everyone until a day begins, with a reason. */
export function SnoozeDialog({ subject, onSnooze, onClose }: SnoozeDialogProps) {
  const { zone } = useDateSettings()
  const [opened] = useState(Date.now)
  const tomorrow = dateInputValue(opened + dayMs, zone)
  const { submit, field, ...frame } = useContractForm({
    schema: snoozeSchema(tomorrow),
    values: { reason: '', untilDate: dateInputValue(opened + usualDays * dayMs, zone) },
  })
  return (
    <ActionDialog
      title="Snooze"
      subject={subject.title}
      submitLabel="Snooze"
      frame={frame}
      onClose={onClose}
      onSubmit={submit(({ untilDate, reason }) => onSnooze(untilDate, reason))}
    >
      <TextField label="Reason" required maxLength={500} placeholder="Material arrives Thursday" {...field('reason')} />
      <DateField
        label="Shown again on"
        min={tomorrow}
        description="Hidden from everyone's overdue lists until then."
        {...field('untilDate')}
      />
    </ActionDialog>
  )
}
