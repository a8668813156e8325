import { createContext } from 'react'
import { browserZone } from '#web/lib/browser-zone.ts'

export interface CalendarSettings {
  /** The zone that determines today. */
  readonly zone: string
  /** First day of the week, 1 = Monday ... 7 = Sunday. */
  readonly weekStartsOn: number
}

/** Settings of calendars. The frame of the organization's screens provides them, because the Gantt does not use queries. */
export const CalendarSettingsContext = createContext<CalendarSettings>({ zone: browserZone(), weekStartsOn: 1 })
