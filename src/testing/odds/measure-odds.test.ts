import { describe, expect, it } from 'vitest'
import { truths } from '../learned/hidden-truth.ts'
import { type MeasuredEnds, measureOdds } from './measure-odds.ts'

const shops = Array.from({ length: 40 }, (_, seed) => 1000 * seed + 1)
const inTurn = { waitsForPlan: true, keepsTurns: true } as const

describe.each(truths)('odds in simulated shops whose work depends on the %s', (truth) => {
  const measured = shops.map((seed) => measureOdds(truth, seed))
  const { projects, operations } = {
    projects: measured.map((shop) => shop.projects),
    operations: measured.map((shop) => shop.operations),
  }
  const sum = (field: keyof MeasuredEnds, of: readonly MeasuredEnds[]) =>
    of.reduce((total, one) => total + one[field], 0)
  const shareOf = (field: keyof MeasuredEnds, of = projects) => sum(field, of) / sum('count', of)

  it('the 80 % range holds 75 to 85 % of the project dates', () => {
    expect(sum('count', projects)).toBe(25 * shops.length)
    expect(shareOf('inRange')).toBeGreaterThan(0.75)
    expect(shareOf('inRange')).toBeLessThan(0.85)
  })

  it('the 80 % range holds 78 to 82 % of the ends of operations', () => {
    expect(sum('count', operations)).toBeGreaterThan(100 * shops.length)
    expect(shareOf('inRange', operations)).toBeGreaterThan(0.78)
    expect(shareOf('inRange', operations)).toBeLessThan(0.82)
  })

  it('the date at 80 % is met by 75 to 88 % of the projects, and the date at 90 % by more', () => {
    expect(shareOf('by80')).toBeGreaterThan(0.75)
    expect(shareOf('by80')).toBeLessThan(0.88)
    expect(shareOf('by90')).toBeGreaterThan(shareOf('by80'))
  })

  it('as many projects are on time, and as many operations meet their need-by date, as their chances say', () => {
    expect(Math.abs(shareOf('inTime') - shareOf('chances'))).toBeLessThan(0.03)
    expect(Math.abs(shareOf('inTime', operations) - shareOf('chances', operations))).toBeLessThan(0.03)
  })

  it('samples that keep every turn of the plan hold far fewer dates, because real work passes late work', () => {
    const kept = shops.slice(0, 10).map((seed) => measureOdds(truth, seed, inTurn).projects)
    expect(shareOf('inRange', kept)).toBeLessThan(0.7)
  })
})
