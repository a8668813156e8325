import type { CalendarException } from '#contract/holidays.ts'

/** The name under which the draft of the dialog is stored. */
export const exceptionEntity = 'exception'

/** The names of the kinds on screen. */
export const kindTitles: Readonly<Record<CalendarException['kind'], string>> = {
  overtime: 'Overtime',
  downtime: 'Downtime',
  capacity: 'Capacity',
}
