/** Zoom levels of the schedule, from close to far. */
export const scheduleZooms = ['hours', 'days', 'weeks', 'months'] as const
export type ScheduleZoom = (typeof scheduleZooms)[number]
