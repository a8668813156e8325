/** Milliseconds in a minute, an hour and a day of clock time. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
