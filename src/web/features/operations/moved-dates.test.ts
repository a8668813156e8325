import { expect, it } from 'vitest'
import { movedDates } from './moved-dates.ts'

const planned = {
  scheduledStartDate: '2026-11-23T12:00:00.000Z',
  scheduledEndDate: '2026-11-24T12:00:00.000Z',
  durationHours: 8,
}
const unplanned = { scheduledStartDate: null, scheduledEndDate: null, durationHours: 8 }

it('movedDates moves the end with the start, but leaves the start when the end moves', () => {
  expect(movedDates(planned, 'start', '2026-11-25T12:00:00.000Z')).toEqual({
    scheduledStartDate: '2026-11-25T12:00:00.000Z',
    scheduledEndDate: '2026-11-26T12:00:00.000Z',
  })
  expect(movedDates(planned, 'end', '2026-11-25T12:00:00.000Z')).toEqual({
    scheduledStartDate: planned.scheduledStartDate,
    scheduledEndDate: '2026-11-25T12:00:00.000Z',
  })
})

it('movedDates gives an operation without dates its duration, and refuses an end before the start', () => {
  expect(movedDates(unplanned, 'end', '2026-11-25T12:00:00.000Z')).toEqual({
    scheduledStartDate: '2026-11-25T04:00:00.000Z',
    scheduledEndDate: '2026-11-25T12:00:00.000Z',
  })
  expect(movedDates(planned, 'end', '2026-11-22T12:00:00.000Z')).toBeNull()
})
