import { useState } from 'react'
import { type ProjectPhase, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { ShipDateField, useShipDate } from '../../ship-date/ship-date-field.tsx'
import { shipDayMs } from '../ship-day.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** The phase of the projects that the operations belong to; a shipment needs its day, today unless said (specification 5). */
export function PhaseDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const { zone } = useDateSettings()
  const [phase, setPhase] = useState<ProjectPhase | ''>('')
  const shipDate = useShipDate()
  const { row } = subject
  const options = projectPhases.map((value) => ({ value, label: phaseTitles[value], disabled: value === row?.phase }))
  const plannedDay = row?.dueDate == null ? '' : dateInputValue(shipDayMs(row.dueDate), zone)
  const ships = phase === 'shipped'
  const wrong = phase === '' ? 'Choose a phase' : ships && shipDate.problem
  return (
    <ActionDialog
      title={row ? 'Move project to phase' : 'Move projects to phase'}
      subject={row ? `Project #${row.projectNumber} ${row.projectName}` : `Projects of ${subject.title}`}
      submit="Move to phase"
      disabledReason={wrong}
      busy={busy}
      onClose={onClose}
      onSubmit={() => phase && onRun({ kind: 'phase', phase, ...(ships && { actualShipDate: shipDate.shipDate }) })}
    >
      <SelectField
        label="Phase"
        placeholder="Choose a phase"
        options={options}
        value={phase}
        description="The phase belongs to the project, so all its operations move with it. The rules of the board apply."
        onChange={(event) => setPhase(projectPhases.find((one) => one === event.target.value) ?? '')}
      />
      {ships && <ShipDateField shipDate={shipDate} plannedDay={plannedDay} />}
    </ActionDialog>
  )
}
