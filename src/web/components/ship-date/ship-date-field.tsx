import { useState } from 'react'
import { futureShipDateMessage } from '#domain/projects/apply-project-change.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { useDateSettings } from '../reader/use-date-settings.ts'
import { useEndOfToday } from './use-end-of-today.ts'

/** The day of a shipment while somebody types it: today unless said. `problem` says why it cannot be confirmed yet. */
export function useShipDate() {
  const { zone } = useDateSettings()
  const endOfTodayMs = useEndOfToday()
  const [day, setDay] = useState(() => dateInputValue(Date.now(), zone))
  const shipDate = instantFromInput(day, zone)
  const isFuture = shipDate !== null && Date.parse(shipDate) >= endOfTodayMs
  const problem = shipDate === null ? 'Enter the actual ship date' : isFuture && futureShipDateMessage
  return { day, setDay, shipDate, problem, isFuture }
}

type ShipDateFieldProps = {
  shipDate: ReturnType<typeof useShipDate>
  /** The planned day, 'yyyy-MM-dd' in the reader's zone; '' = none. */
  plannedDay: string
}

/** Asks for the day of shipment. A day later than planned is told but not refused; a day after today is refused. */
export function ShipDateField({ shipDate: { day, setDay, shipDate, isFuture }, plannedDay }: ShipDateFieldProps) {
  const isLater = plannedDay !== '' && shipDate !== null && day > plannedDay
  return (
    <DateField
      label="Actual Ship Date"
      required
      value={day}
      error={isFuture ? futureShipDateMessage : null}
      onChange={(event) => setDay(event.target.value)}
      description={
        <span className={isLater ? 'text-warn-text' : undefined}>
          {isLater ? 'Shipping later than planned' : 'Enter the actual date the project was shipped'}
        </span>
      }
    />
  )
}
