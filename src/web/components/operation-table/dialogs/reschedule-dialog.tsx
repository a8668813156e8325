import { CalendarDays, CalendarRange, Zap } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
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

interface RescheduleValues {
  way: Way
  workingDays: string
  date: string
}

const days = `A whole number of days up to ${mostDays}`
const RescheduleInput = preprocess(
  ({ way, workingDays, date }: RescheduleValues) => {
    if (way === 'slot') return { kind: 'nextFreeSlot' }
    return way === 'days' ? { kind: 'rescheduleBy', workingDays: Number(workingDays) } : { kind: 'rescheduleTo', date }
  },
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nextFreeSlot') }),
    z.object({
      kind: z.literal('rescheduleBy'),
      workingDays: z.int(days).check(
        z.minimum(-mostDays, days),
        z.maximum(mostDays, days),
        z.refine((count) => count !== 0, days),
      ),
    }),
    z.object({ kind: z.literal('rescheduleTo'), date: z.iso.date('Enter a date') }),
  ]),
)

/** Asks for the new time of the work: the next free slot, a number of working days later, or a given day. */
export function RescheduleDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { zone } = useDateSettings()
  const [tomorrow] = useState(() => dateInputValue(Date.now() + 86_400_000, zone))
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: RescheduleInput,
    values: { way: 'slot', workingDays: '1', date: tomorrow },
  })
  const way = choice('way')
  const { data: wanted = null } = RescheduleInput.safeParse(form.watch())
  const { preview, problem, store, disabledReason } = useMovePreview(subject.target, wanted)
  return (
    <ActionDialog
      size="medium"
      title="Reschedule"
      subject={subject.title}
      submitLabel="Reschedule"
      disabledReason={wanted && disabledReason}
      frame={frame}
      onClose={onClose}
      onSubmit={submit(() => store(onRun))}
      onTry={submit(onTry)}
      isTrying={isTrying}
    >
      <SegmentedControl label="When" segments={ways} {...way} />
      {way.value === 'days' && (
        <NumberField
          label="Working days"
          unit="d"
          step={1}
          min={-mostDays}
          max={mostDays}
          inputMode="numeric"
          {...field('workingDays')}
        />
      )}
      {way.value === 'date' && <DateField label="First day" {...field('date')} />}
      {wanted && <MoveEffect subject={subject.title} preview={preview} problem={problem} />}
      <p className="text-ink-3 text-label">{help[way.value]} Rescheduled operations are pinned.</p>
    </ActionDialog>
  )
}
