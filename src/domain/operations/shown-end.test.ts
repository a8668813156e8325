import { expect, it } from 'vitest'
import { shownEnd } from './shown-end.ts'

const running = { isStarted: true, actualStart: 5, actualEnd: null, scheduledEnd: 9, forecastEnd: 12 }

it.each([
  ['the actual end where there is one', { actualEnd: 6 }, 6],
  ['the forecast end of started work', {}, 12],
  ['the forecast end of started work, also where that is earlier than planned', { forecastEnd: 8 }, 8],
  ['the scheduled end of started work without a forecast', { forecastEnd: null }, 9],
  ['the scheduled end of work that was not started', { isStarted: false, actualStart: null }, 9],
  [
    'the actual start of work that began after its scheduled end and has no forecast',
    { scheduledEnd: 3, forecastEnd: null },
    5,
  ],
  ['none of work without a scheduled end', { scheduledEnd: null }, null],
])('the shown end is %s', (_case, dates, end) => {
  expect(shownEnd({ ...running, ...dates })).toBe(end)
})
