/** The last instant before the exclusive end `endMs`, which decides the day of an end: an end at midnight belongs to the day before. */
export const lastInstant = (endMs: number): number => endMs - 1
