import { hourMs } from '#domain/time/units.ts'

/**
 * The ship date that belongs to a due date (the end of that day in the organization's zone), in epoch ms: 08:00 of the
 * day, so that every list shows the same day as the project page, wherever the reader is.
 */
export const shipDayMs = (dueDate: string): number => Date.parse(dueDate) - 16 * hourMs
