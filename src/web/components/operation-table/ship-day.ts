import { hourMs } from '#domain/time/units.ts'

/**
 * The ship date of a due date (the end of that day in the organization's zone), epoch ms: 08:00 of the day (specification 5),
 * so that every list names the day that the project's own page names, wherever the reader is.
 */
export const shipDayMs = (dueDate: string): number => Date.parse(dueDate) - 16 * hourMs
