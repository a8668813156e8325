import { Calendar, CirclePause, Flag } from 'lucide-react'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { DateInput, Priority } from '#contract/fields.ts'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBarBelowToasts } from '#web/ui/toast-room.ts'
import { useListScene } from '../list/list-context.ts'
import { BulkPopover } from './bulk-popover.tsx'

type BulkBarProps = {
  selected: readonly ListedProject[]
  busy: boolean
  onChange: (fields: ProjectInput) => void
  onClear: () => void
}

const words = 'max-md:sr-only'
const isInWork = ({ currentPhase }: ListedProject) => !unscheduledPhases.includes(currentPhase)

const BulkPriority = z.object({ priority: Priority })
const bulkShipDate = (zone: string) =>
  z.object({
    plannedShipDate: z.preprocess(
      (typed: string) => instantFromInput(typed, zone) ?? typed,
      DateInput.refine((date) => date !== null, 'A date is needed'),
    ),
  })

/** What can be done with all selected projects at once; floats over the end of the list. */
export function BulkBar({ selected, busy, onChange, onClear }: BulkBarProps) {
  const { dates } = useListScene()
  useBarBelowToasts(true)
  const apply = `Set for ${formatCount(selected.length, 'project')}`
  const button = (label: string, icon: ReactElement) => (
    <Button size="small" variant="ghost" icon={icon} disabled={busy} aria-haspopup="dialog">
      <span className={words}>{label}</span>
    </Button>
  )
  return (
    <section
      aria-label="Selected projects"
      className="absolute inset-x-4 bottom-13 z-bulk mx-auto flex h-11 w-fit max-w-full animate-rise items-center gap-1 rounded border border-line-2 bg-raised py-1 pr-2 pl-3.5 shadow-2 max-md:bottom-3 max-md:h-14 max-md:w-auto"
    >
      <b aria-live="polite" className="mr-2 whitespace-nowrap tabular-nums">
        {selected.length} selected
      </b>
      <span aria-hidden="true" className="h-5 w-px bg-line-2" />
      <BulkPopover
        label="Priority of the selected projects"
        apply={apply}
        schema={BulkPriority}
        values={{ priority: String(selected[0]?.priority ?? '') }}
        onApply={onChange}
        trigger={button('Priority', <Flag />)}
      >
        {(field) => (
          <NumberField
            label="Priority, 0 to 100"
            min={0}
            max={100}
            step={1}
            inputMode="numeric"
            {...field('priority')}
          />
        )}
      </BulkPopover>
      <BulkPopover
        label="Ship date of the selected projects"
        apply={apply}
        schema={bulkShipDate(dates.zone)}
        values={{ plannedShipDate: '' }}
        onApply={onChange}
        trigger={button('Ship date', <Calendar />)}
      >
        {(field) => <DateField label="Planned ship date" {...field('plannedShipDate')} />}
      </BulkPopover>
      <Button
        size="small"
        variant="ghost"
        icon={<CirclePause />}
        disabled={busy}
        disabledReason={!selected.every(isInWork) && 'Only open projects can be put on hold'}
        onClick={() => onChange({ currentPhase: 'on_hold' })}
      >
        <span className={words}>Hold</span>
      </Button>
      <span className="flex w-6 justify-center max-md:ml-auto">{busy && <Spinner />}</span>
      <CloseButton label="Clear selection" onClose={onClear} className="size-7 max-md:size-11" />
    </section>
  )
}
