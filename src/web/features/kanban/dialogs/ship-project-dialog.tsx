import { useState } from 'react'
import { z } from 'zod/mini'
import type { ListedProject } from '#contract/projects.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ShipDateField, shipDaySchema } from '#web/components/ship-date/ship-date-field.tsx'
import { useEndOfToday } from '#web/components/ship-date/use-end-of-today.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { ShipDetails } from './ship-details.tsx'

type ShipProjectDialogProps = {
  project: ListedProject
  busy: boolean
  /** `actualShipDate`: ISO instant, 08:00 in the reader's zone. */
  onConfirm: (actualShipDate: string) => void
  onCancel: () => void
}

/** Asks for the shipment date, with today as default. A date later than planned shows a warning but is accepted. */
export function ShipProjectDialog({ project, busy, onConfirm, onCancel }: ShipProjectDialogProps) {
  const { zone } = useDateSettings()
  const endOfTodayMs = useEndOfToday()
  const [today] = useState(() => dateInputValue(Date.now(), zone))
  const { form, field, problemOf, ...frame } = useContractForm({
    schema: z.object({ actualShipDate: shipDaySchema(zone, endOfTodayMs) }),
    values: { actualShipDate: today },
  })
  return (
    <FormDialog
      size="small"
      title="Ship Project"
      submitLabel="Confirm Shipment"
      busyLabel="Confirming shipment"
      disabledReason={problemOf('actualShipDate')}
      frame={{ ...frame, isBusy: busy }}
      onClose={onCancel}
      onSubmit={form.handleSubmit(({ actualShipDate }) => onConfirm(actualShipDate))}
    >
      <ShipDetails project={project} />
      <ShipDateField
        day={form.watch('actualShipDate')}
        plannedDay={dateInputValue(project.plannedShipDate, zone)}
        {...field('actualShipDate')}
      />
    </FormDialog>
  )
}
