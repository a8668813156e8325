import { useState } from 'react'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Subject } from '../use-operation-actions.ts'
import { ActionDialog } from './action-dialog.tsx'

type SnoozeDialogProps = {
  subject: Subject
  busy: boolean
  onSnooze: (untilDate: string, reason: string) => void
  onClose: () => void
}

const dayMs = 86_400_000
const usualDays = 3

/** Out of sight until a day begins, for everybody, with the reason. */
export function SnoozeDialog({ subject, busy, onSnooze, onClose }: SnoozeDialogProps) {
  const { zone } = useDateSettings()
  const [opened] = useState(Date.now)
  const [until, setUntil] = useState(dateInputValue(opened + usualDays * dayMs, zone))
  const [reason, setReason] = useState('')
  const tomorrow = dateInputValue(opened + dayMs, zone)
  const wrong =
    reason.trim() === '' ? 'Enter a reason' : (until === '' || until < tomorrow) && 'Choose a day after today'
  return (
    <ActionDialog
      title="Snooze"
      subject={subject.title}
      submit="Snooze"
      busy={busy}
      disabledReason={wrong}
      onClose={onClose}
      onSubmit={() => onSnooze(until, reason.trim())}
    >
      <TextField
        label="Reason"
        required
        maxLength={500}
        placeholder="Material arrives Thursday"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <DateField
        label="Shown again on"
        min={tomorrow}
        value={until}
        description="Hidden from everyone's overdue lists until then."
        onChange={(event) => setUntil(event.target.value)}
      />
    </ActionDialog>
  )
}
