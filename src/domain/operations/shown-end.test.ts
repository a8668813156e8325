import { expect, it } from 'vitest'
import { shownEnd } from './shown-end.ts'

it.each([
  ['the actual end if there is one', { actualStart: 5, actualEnd: 6, scheduledEnd: 9 }, 6],
  ['otherwise the scheduled end', { actualStart: 5, actualEnd: null, scheduledEnd: 9 }, 9],
  [
    'the actual start of work that started after its scheduled end',
    { actualStart: 5, actualEnd: null, scheduledEnd: 3 },
    5,
  ],
  ['missing without a scheduled end', { actualStart: 5, actualEnd: null, scheduledEnd: null }, null],
])('the end of a bar is %s', (_case, dates, end) => {
  expect(shownEnd(dates)).toBe(end)
})
