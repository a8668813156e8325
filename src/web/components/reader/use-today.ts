import { dateInputValue } from '#web/lib/date-input.ts'
import { useDateSettings } from './use-date-settings.ts'

/** Today ('yyyy-MM-dd') in the zone of all dates on the screen. */
export const useToday = (): string => dateInputValue(Date.now(), useDateSettings().zone)
