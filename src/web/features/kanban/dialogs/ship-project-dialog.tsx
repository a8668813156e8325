import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ShipDetails } from './ship-details.tsx'

type ShipProjectDialogProps = {
  project: Project
  busy: boolean
  /** `actualShipDate`: ISO instant, 08:00 in the reader's zone. */
  onConfirm: (actualShipDate: string) => void
  onCancel: () => void
}

/** Asks for the day of shipment, today unless said; a day later than planned is told but not refused (specification 5). */
export function ShipProjectDialog({ project, busy, onConfirm, onCancel }: ShipProjectDialogProps) {
  const { zone } = useDateSettings()
  const [day, setDay] = useState(() => dateInputValue(Date.now(), zone))
  const shipDate = instantFromInput(day, zone)
  const planned = dateInputValue(project.plannedShipDate, zone)
  const isLater = planned !== '' && shipDate !== null && day > planned
  return (
    <FormDialog
      size="small"
      title="Ship Project"
      submitLabel="Confirm Shipment"
      busy={busy}
      busyLabel="Confirming shipment"
      disabledReason={shipDate === null && 'Enter the actual ship date'}
      onClose={onCancel}
      onSubmit={() => shipDate !== null && onConfirm(shipDate)}
    >
      <ShipDetails project={project} />
      <DateField
        label="Actual Ship Date"
        required
        value={day}
        onChange={(event) => setDay(event.target.value)}
        description={
          <span className={isLater ? 'text-warn-text' : undefined}>
            {isLater ? 'Shipping later than planned' : 'Enter the actual date the project was shipped'}
          </span>
        }
      />
    </FormDialog>
  )
}
