import type { ListedProject } from '#contract/projects.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ShipDateField, useShipDate } from '#web/components/ship-date/ship-date-field.tsx'
import { dateInputValue } from '#web/lib/date-input.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ShipDetails } from './ship-details.tsx'

type ShipProjectDialogProps = {
  project: ListedProject
  busy: boolean
  /** `actualShipDate`: ISO instant, 08:00 in the reader's zone. */
  onConfirm: (actualShipDate: string) => void
  onCancel: () => void
}

/** Asks for the day of shipment, today unless said; a day later than planned is told but not refused. */
export function ShipProjectDialog({ project, busy, onConfirm, onCancel }: ShipProjectDialogProps) {
  const { zone } = useDateSettings()
  const shipDate = useShipDate()
  return (
    <FormDialog
      size="small"
      title="Ship Project"
      submitLabel="Confirm Shipment"
      busy={busy}
      busyLabel="Confirming shipment"
      disabledReason={shipDate.problem}
      onClose={onCancel}
      onSubmit={() => shipDate.shipDate !== null && onConfirm(shipDate.shipDate)}
    >
      <ShipDetails project={project} />
      <ShipDateField shipDate={shipDate} plannedDay={dateInputValue(project.plannedShipDate, zone)} />
    </FormDialog>
  )
}
