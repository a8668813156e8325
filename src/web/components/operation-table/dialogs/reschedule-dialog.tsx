import { CalendarDays, CalendarRange, Zap } from 'lucide-react'
import { useState } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'
import { freeSlotHelp } from './free-slot-dialog.tsx'
import { MoveEffect } from './move-effect.tsx'
import { useMovePreview } from './use-move-preview.ts'

const ways = [
  { value: 'slot', label: 'Next free slot', icon: <Zap className="max-md:hidden" /> },
  { value: 'days', label: 'By working days', icon: <CalendarRange className="max-md:hidden" /> },
  { value: 'date', label: 'To a date', icon: <CalendarDays className="max-md:hidden" /> },
] as const
type Way = (typeof ways)[number]['value']

const mostDays = 250
const help: Record<Way, string> = {
  slot: freeSlotHelp,
  days: 'Counted in its working days. A negative number moves it earlier, but never before now.',
  date: 'Starts at the first working time of that day; its duration stays the same.',
}

/** When the work is to be done: next free slot, so many working days later, or on a day. */
export function RescheduleDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const { zone } = useDateSettings()
  const [way, setWay] = useState<Way>('slot')
  const [days, setDays] = useState('1')
  const [date, setDate] = useState(() => dateInputValue(Date.now() + 86_400_000, zone))
  const shift = Number(days)
  const wrongDays = !Number.isInteger(shift) || shift === 0 || Math.abs(shift) > mostDays
  const wrong =
    way === 'days' ? wrongDays && `A whole number of days up to ${mostDays}` : way === 'date' && !date && 'Enter a date'
  const chosen: BulkAction =
    way === 'slot'
      ? { kind: 'nextFreeSlot' }
      : way === 'days'
        ? { kind: 'rescheduleBy', workingDays: shift }
        : { kind: 'rescheduleTo', date }
  const { preview, problem, store, disabledReason } = useMovePreview(subject.target, wrong ? null : chosen)
  return (
    <ActionDialog
      size="medium"
      title="Reschedule"
      subject={subject.title}
      submit="Reschedule"
      disabledReason={wrong || disabledReason}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void store(onRun)}
    >
      <SegmentedControl label="When" value={way} segments={ways} onChange={setWay} />
      {way === 'days' && (
        <NumberField
          label="Working days"
          unit="d"
          step={1}
          min={-mostDays}
          max={mostDays}
          inputMode="numeric"
          value={days}
          error={wrong || undefined}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      {way === 'date' && <DateField label="First day" value={date} onChange={(event) => setDate(event.target.value)} />}
      {!wrong && <MoveEffect {...{ preview, problem }} />}
      <p className="text-ink-3 text-label">{help[way]} Rescheduled operations are pinned.</p>
    </ActionDialog>
  )
}
