/** Minutes of the day as a clock time: 390 -> '06:30'; beyond 24 hours, the next day: '02:00 next day'. */
export const clockOfMinutes = (minutes: number): string => {
  const inDay = minutes % 1440
  const clock = `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
  if (minutes === 1440) return '24:00'
  return minutes > 1440 ? `${clock} next day` : clock
}
