import { describe, expect, it } from 'vitest'
import { reschedule, type ScheduleChange, type ScheduledDates } from './reschedule.ts'

const mon = new Date('2026-11-16T12:00:00Z')
const tue = new Date('2026-11-17T12:00:00Z')
const wed = new Date('2026-11-18T12:00:00Z')
const open: ScheduledDates = { scheduledStartDate: mon, scheduledEndDate: tue, pinned: false }
const none: ScheduledDates = { scheduledStartDate: null, scheduledEndDate: null, pinned: false }

describe('reschedule', () => {
  it.each<[string, ScheduledDates, ScheduleChange, boolean, Partial<ScheduledDates>, boolean]>([
    [
      'new dates alone pin the operation',
      open,
      { scheduledStartDate: tue, scheduledEndDate: wed },
      true,
      { scheduledStartDate: tue, pinned: true },
      true,
    ],
    [
      'new dates do not pin it if `pinned` says so',
      open,
      { scheduledStartDate: tue, scheduledEndDate: wed, pinned: false },
      true,
      { pinned: false },
      true,
    ],
    [
      'dates among other fields do not pin it',
      open,
      { scheduledStartDate: tue, scheduledEndDate: wed },
      false,
      { pinned: false },
      true,
    ],
    [
      'the same dates alone pin it in place',
      open,
      { scheduledStartDate: mon, scheduledEndDate: tue },
      true,
      { pinned: true },
      false,
    ],
    [
      'a pinned operation stays pinned',
      { ...open, pinned: true },
      { scheduledEndDate: wed },
      false,
      { scheduledEndDate: wed, pinned: true },
      true,
    ],
    [
      'removing the dates unpins it',
      { ...open, pinned: true },
      { scheduledStartDate: null, scheduledEndDate: null },
      true,
      { ...none },
      true,
    ],
    ['unpinning does not move it', { ...open, pinned: true }, { pinned: false }, true, { ...open }, false],
    ['one date alone pins nothing', none, { scheduledStartDate: mon }, true, { pinned: false }, true],
    [
      'a milestone may start and end at the same time',
      open,
      { scheduledEndDate: mon },
      true,
      { scheduledEndDate: mon },
      true,
    ],
  ])('%s', (_, before, change, alone, dates, moved) => {
    expect(reschedule(before, change, alone)).toMatchObject({ ok: true, dates, moved })
  })

  it('an end before the start and a pin without dates are refused', () => {
    expect(reschedule(open, { scheduledStartDate: wed }, true).ok).toBe(false)
    expect(reschedule(none, { pinned: true }, true).ok).toBe(false)
  })
})
