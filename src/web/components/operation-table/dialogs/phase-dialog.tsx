import { useState } from 'react'
import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { type ProjectPhase, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { ShipDateField, shipDaySchema } from '../../ship-date/ship-date-field.tsx'
import { useEndOfToday } from '../../ship-date/use-end-of-today.ts'
import { shipDayMs } from '../ship-day.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

interface PhaseValues {
  phase: ProjectPhase | ''
  /** Used only for a shipment. */
  actualShipDate: string
}

const phaseSchema = (zone: string, endOfTodayMs: number) =>
  preprocess(
    ({ phase, actualShipDate }: PhaseValues) => ({ phase, ...(phase === 'shipped' && { actualShipDate }) }),
    z.object({
      phase: z.enum(projectPhases, 'Choose a phase'),
      actualShipDate: z.optional(shipDaySchema(zone, endOfTodayMs)),
    }),
  )

/** The phase of the projects that the operations belong to; a shipment needs its date, by default today. */
export function PhaseDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { zone } = useDateSettings()
  const endOfTodayMs = useEndOfToday()
  const [today] = useState(() => dateInputValue(Date.now(), zone))
  const { form, submit, field, problemOf, ...frame } = useContractForm({
    schema: phaseSchema(zone, endOfTodayMs),
    values: { phase: '', actualShipDate: today },
  })
  const { row } = subject
  const options = projectPhases.map((value) => ({ value, label: phaseTitles[value], disabled: value === row?.phase }))
  const plannedDay = row?.dueDate == null ? '' : dateInputValue(shipDayMs(row.dueDate), zone)
  const [phase, day] = form.watch(['phase', 'actualShipDate'])
  const ships = phase === 'shipped'
  return (
    <ActionDialog
      title={row ? 'Move project to phase' : 'Move projects to phase'}
      subject={row ? `Project #${row.projectNumber} ${row.projectName}` : `Projects of ${subject.title}`}
      submitLabel="Move to phase"
      disabledReason={ships && problemOf('actualShipDate')}
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'phase', ...input }))}
      onTry={submit((input) => onTry({ kind: 'phase', ...input }))}
      isTrying={isTrying}
    >
      <SelectField
        label="Phase"
        placeholder="Choose a phase"
        options={options}
        description="The phase belongs to the project, so all its operations move with it. The board's rules apply."
        {...field('phase')}
      />
      {ships && <ShipDateField day={day} plannedDay={plannedDay} {...field('actualShipDate')} />}
    </ActionDialog>
  )
}
