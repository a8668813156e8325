import { setImmediate } from 'node:timers/promises'
import type { ImportTable, SettingsTable } from '#contract/imports.ts'
import { calendarWordSteps } from '#domain/import/calendar-words.ts'
import { hasWordsInDates } from '#domain/import/table-habits.ts'

/** Collects the names of months before the first date needs them, in parts, so that others are answered meanwhile. */
export const prepareDates = async (table: ImportTable | SettingsTable): Promise<void> => {
  if (!hasWordsInDates(table)) return
  while (!calendarWordSteps.next().done) await setImmediate()
}
