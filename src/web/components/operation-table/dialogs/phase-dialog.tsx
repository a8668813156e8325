import { useState } from 'react'
import { type ProjectPhase, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { shipDayMs } from '../ship-day.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** The phase of the projects that the operations belong to; a shipment needs its day, today unless said (specification 5). */
export function PhaseDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const { zone } = useDateSettings()
  const [phase, setPhase] = useState<ProjectPhase | ''>('')
  const [day, setDay] = useState(() => dateInputValue(Date.now(), zone))
  const actualShipDate = instantFromInput(day, zone)
  const { row } = subject
  const options = projectPhases.map((value) => ({ value, label: phaseTitles[value], disabled: value === row?.phase }))
  const isLater = row?.dueDate != null && day > dateInputValue(shipDayMs(row.dueDate), zone)
  const ships = phase === 'shipped'
  const wrong = phase === '' ? 'Choose a phase' : ships && actualShipDate === null && 'Enter the actual ship date'
  return (
    <ActionDialog
      title={row ? 'Move project to phase' : 'Move projects to phase'}
      subject={row ? `Project #${row.projectNumber} ${row.projectName}` : `Projects of ${subject.title}`}
      submit="Move to phase"
      disabledReason={wrong}
      busy={busy}
      onClose={onClose}
      onSubmit={() => phase && onRun({ kind: 'phase', phase, ...(ships && { actualShipDate }) })}
    >
      <SelectField
        label="Phase"
        placeholder="Choose a phase"
        options={options}
        value={phase}
        description="The phase belongs to the project, so all its operations move with it. The rules of the board apply."
        onChange={(event) => setPhase(projectPhases.find((one) => one === event.target.value) ?? '')}
      />
      {ships && (
        <DateField
          label="Actual Ship Date"
          required
          value={day}
          description={
            <span className={isLater ? 'text-warn-text' : undefined}>
              {isLater ? 'Shipping later than planned' : 'Enter the actual date the project was shipped'}
            </span>
          }
          onChange={(event) => setDay(event.target.value)}
        />
      )}
    </ActionDialog>
  )
}
