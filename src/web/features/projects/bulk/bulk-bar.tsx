import { Calendar, CirclePause, Flag, ScanSearch } from 'lucide-react'
import type { ReactElement } from 'react'
import { z } from 'zod/mini'
import { DateInput } from '#contract/dates.ts'
import { Priority, preprocess } from '#contract/fields.ts'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { BulkBar, BulkButton } from '#web/components/data-list/bulk-bar.tsx'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { priorityWords } from '#web/components/project-marks/priority-words.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useListScene } from '../list-scene.ts'
import { BulkPopover } from './bulk-popover.tsx'
import type { ProposedProject } from './use-bulk-change.ts'

type BulkBarProps = {
  selected: readonly ListedProject[]
  busy: boolean
  onChange: (fields: ProjectInput) => void
  /** Opens a proposal with the change before it is made. */
  onTry: (fields: ProposedProject['fields']) => unknown
  onClear: () => void
}

const isInWork = ({ currentPhase }: ListedProject) => !unscheduledPhases.includes(currentPhase)

const BulkPriority = z.object({ priority: Priority })
const bulkShipDate = (zone: string) =>
  z.object({
    plannedShipDate: preprocess(
      (typed: string) => instantFromInput(typed, zone) ?? typed,
      DateInput.check(z.refine((date) => date !== null, 'Enter a date')),
    ),
  })

/** The actions on all selected projects. */
export function ProjectsBulkBar({ selected, busy, onChange, onTry, onClear }: BulkBarProps) {
  const { dates } = useListScene()
  const refusal = useRefusal('planProjects')
  const tryRefusal = useRefusal('tryPlans')
  const apply = `Set for ${formatCount(selected.length, 'project')}`
  const notInWork = !selected.every(isInWork) && 'Only open projects can be put on hold'
  const button = (label: string, icon: ReactElement) => (
    <BulkButton icon={icon} disabled={busy} disabledReason={refusal && tryRefusal} aria-haspopup="dialog">
      {label}
    </BulkButton>
  )
  return (
    <BulkBar label="Selected projects" count={selected.length} onClear={onClear}>
      <BulkPopover
        label="Priority of the selected projects"
        apply={apply}
        schema={BulkPriority}
        values={{ priority: String(selected[0]?.priority ?? '') }}
        onApply={onChange}
        onTry={onTry}
        trigger={button('Priority', <Flag />)}
      >
        {(field) => (
          <NumberField
            label="Priority, 0 to 100"
            min={0}
            max={100}
            step={1}
            inputMode="numeric"
            description={priorityWords}
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
        onTry={onTry}
        trigger={button('Ship date', <Calendar />)}
      >
        {(field) => <DateField label="Planned ship date" {...field('plannedShipDate')} />}
      </BulkPopover>
      <BulkButton
        icon={<CirclePause />}
        disabled={busy}
        disabledReason={refusal ?? notInWork}
        onClick={() => onChange({ currentPhase: 'on_hold' })}
      >
        Hold
      </BulkButton>
      <BulkButton
        icon={<ScanSearch />}
        disabled={busy}
        disabledReason={tryRefusal ?? notInWork}
        onClick={() => onTry({ currentPhase: 'on_hold' })}
      >
        Hold: try first
      </BulkButton>
      <span className="flex w-6 justify-center max-md:ml-auto">{busy && <Spinner />}</span>
    </BulkBar>
  )
}
