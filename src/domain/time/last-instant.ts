/** The last instant of what ends at `endMs`, which tells the day of an end: an end at midnight belongs to the day before. */
export const lastInstant = (endMs: number): number => endMs - 1
