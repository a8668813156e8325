import { describe, expect, it } from 'vitest'
import {
  breakAt,
  breaksOf,
  changePeriod,
  closeDay,
  copyDay,
  freeBreak,
  freePeriod,
  movePeriod,
  removePeriod,
  stretchEnd,
  stretchStart,
  type Week,
  workingMinutes,
} from './week-model.ts'

const night = { weekday: 7, fromMinute: 1320, toMinute: 1800 }
const day = { weekday: 1, fromMinute: 360, toMinute: 840 }
const rest = { weekday: 1, fromMinute: 600, toMinute: 630 }

describe('a week of working time', () => {
  it('counts overlapping hours once, subtracts breaks and includes Sunday night', () => {
    const week: Week = { periods: [day, { ...day, toMinute: 900 }, night], breaks: [rest] }
    expect(workingMinutes(week)).toBe(540 - 30 + 480)
    expect(workingMinutes(week, 1)).toBe(540 - 30 + 360)
    expect(workingMinutes(week, 7)).toBe(120)
    expect(workingMinutes({ periods: [], breaks: [rest] })).toBe(0)
  })

  it('finds the breaks of a period that are past midnight', () => {
    const week: Week = { periods: [night], breaks: [breakAt(7, 1500, 1530)] }
    expect(week.breaks).toEqual([{ weekday: 1, fromMinute: 60, toMinute: 90 }])
    expect(breaksOf(week, night)).toEqual([{ index: 0, fromMinute: 1500, toMinute: 1530 }])
    expect(workingMinutes(week)).toBe(450)
  })

  it('moves breaks with their period and drops those that no longer fit', () => {
    const week: Week = { periods: [day], breaks: [rest] }
    const moved = changePeriod(week, 0, movePeriod(day, 30))
    expect(moved).toEqual({
      periods: [{ weekday: 1, fromMinute: 390, toMinute: 870 }],
      breaks: [{ weekday: 1, fromMinute: 630, toMinute: 660 }],
    })
    expect(changePeriod(week, 0, stretchEnd(day, -225)).breaks).toEqual([])
    expect(changePeriod(week, 0, stretchStart(day, 60)).breaks).toEqual([rest])
    expect(removePeriod(week, 0)).toEqual({ periods: [], breaks: [] })
  })

  it('limits the start of a period to its day and its length to 24 hours', () => {
    expect(movePeriod(day, -10_000)).toMatchObject({ fromMinute: 0, toMinute: 480 })
    expect(movePeriod(day, 10_000)).toMatchObject({ fromMinute: 1425, toMinute: 1905 })
    expect(stretchEnd(day, 10_000).toMinute).toBe(360 + 1440)
    expect(stretchEnd(day, -10_000).toMinute).toBe(375)
    expect(stretchStart(night, 10_000).fromMinute).toBe(1425)
  })

  it('can copy a day and add another period in free time', () => {
    const week = copyDay({ periods: [day, { ...night, weekday: 2 }], breaks: [rest] }, 1, [2, 3])
    expect(week.periods).toEqual([day, { ...day, weekday: 2 }, { ...day, weekday: 3 }])
    expect(week.breaks).toHaveLength(3)
    expect(freePeriod(week, 2)).toEqual({ weekday: 2, fromMinute: 840, toMinute: 1320 })
    expect(freePeriod(week, 6)).toEqual({ weekday: 6, fromMinute: 480, toMinute: 960 })
  })

  it('adds a new break in the middle of a period, or after another break, or not at all', () => {
    const half = { weekday: 1, fromMinute: 585, toMinute: 615 }
    expect(freeBreak({ periods: [day], breaks: [] }, day)).toEqual({ weekday: 1, fromMinute: 600, toMinute: 630 })
    expect(freeBreak({ periods: [day], breaks: [half] }, day)).toEqual({ weekday: 1, fromMinute: 630, toMinute: 660 })
    const short = { ...day, toMinute: 380 }
    expect(freeBreak({ periods: [short], breaks: [] }, short)).toBeNull()
    expect(freeBreak({ periods: [night], breaks: [] }, night)).toMatchObject({ weekday: 1, fromMinute: 120 })
  })

  it('loses all periods of a closed day, with their breaks, but no other days', () => {
    const evening = { weekday: 1, fromMinute: 900, toMinute: 1200 }
    const week: Week = { periods: [day, night, evening], breaks: [rest, breakAt(7, 1500, 1530)] }
    expect(closeDay(week, 1)).toEqual({ periods: [night], breaks: [breakAt(7, 1500, 1530)] })
  })
})
