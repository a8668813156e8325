import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { futureShipDateMessage } from '#domain/projects/apply-project-change.ts'
import { DateField, type DateFieldProps } from '#web/components/date-field/date-field.tsx'
import { instantFromInput } from '#web/lib/date-input.ts'

/** The schema of a typed shipment date, 'yyyy-MM-dd' in `zone`. It refuses a future date. */
export const shipDaySchema = (zone: string, endOfTodayMs: number) =>
  preprocess(
    (day: string) => instantFromInput(day, zone),
    z
      .string('Enter the actual ship date')
      .check(z.refine((iso) => Date.parse(iso) < endOfTodayMs, futureShipDateMessage)),
  )

type ShipDateFieldProps = Omit<DateFieldProps, 'label' | 'description'> & {
  /** The typed value. */
  day: string
  /** The planned date, 'yyyy-MM-dd' in the reader's zone; '' if none. */
  plannedDay: string
}

/** Asks for the shipment date. A date later than planned gives a warning. */
export function ShipDateField({ day, plannedDay, ...field }: ShipDateFieldProps) {
  const isLater = plannedDay !== '' && day > plannedDay
  return (
    <DateField
      label="Actual Ship Date"
      required
      {...field}
      description={
        <span className={isLater ? 'text-warn-text' : undefined}>
          {isLater ? 'Shipping later than planned' : 'Enter the actual date the project was shipped'}
        </span>
      }
    />
  )
}
