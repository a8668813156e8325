import { WorkCalendar } from '#domain/time/work-calendar.ts'

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 960 }))

/** Monday to Friday, 8:00 to 16:00 UTC; Thursday 2026-11-26 is a holiday. */
export const dayShift = new WorkCalendar(
  {
    timeZone: 'UTC',
    shift: { shiftId: 's', name: 'Day', versions: [{ effectiveFrom: null, periods: weekdays, breaks: [] }] },
    holidays: [
      { holidayId: 'h', name: 'Thanksgiving', date: '2026-11-26', fromMinute: null, toMinute: null, categoryId: null },
    ],
    closedDayRule: 'shift',
    exceptions: [],
  },
  Date.parse('2026-10-01T00:00:00Z'),
)
