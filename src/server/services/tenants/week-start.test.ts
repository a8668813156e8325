import { expect, it } from 'vitest'
import { weekStartOf } from './week-start.ts'

it.each([
  ['America/Chicago', 7],
  ['America/Toronto', 7],
  ['Asia/Kolkata', 7],
  ['Asia/Tokyo', 7],
  ['Africa/Cairo', 6],
  ['Europe/Berlin', 1],
  ['Europe/London', 1],
  ['America/Argentina/Buenos_Aires', 1],
  ['Australia/Sydney', 1],
  ['UTC', 1],
  ['Etc/GMT+6', 1],
])('weeks in %s begin on day %s', (zone, day) => {
  expect(weekStartOf(zone)).toBe(day)
})
