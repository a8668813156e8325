import { createContext } from 'react'
import { browserZone } from '#web/lib/browser-zone.ts'

export interface CalendarSettings {
  /** The zone whose day is today. */
  readonly zone: string
  /** First day of the week, 1 = Monday ... 7 = Sunday. */
  readonly weekStartsOn: number
}

/** What calendars need to know of the reader. The frame of the organization's screens provides it, because the Gantt knows no query. */
export const CalendarSettingsContext = createContext<CalendarSettings>({ zone: browserZone(), weekStartsOn: 1 })
