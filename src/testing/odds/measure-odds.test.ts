import { describe, expect, it } from 'vitest'
import { truths } from '../learned/hidden-truth.ts'
import { type MeasuredOdds, measureOdds } from './measure-odds.ts'

const shops = Array.from({ length: 40 }, (_, seed) => 1000 * seed + 1)
const inTurn = { waitsForPlan: true, keepsTurns: true } as const

describe.each(truths)('odds in simulated shops whose work depends on the %s', (truth) => {
  const measured = shops.map((seed) => measureOdds(truth, seed))
  const sum = (field: keyof MeasuredOdds, of = measured) => of.reduce((total, one) => total + one[field], 0)
  const shareOf = (field: keyof MeasuredOdds) => sum(field) / sum('projects')

  it('the 80 % range holds 75 to 85 % of the project dates', () => {
    expect(sum('projects')).toBe(25 * shops.length)
    expect(shareOf('inRange')).toBeGreaterThan(0.75)
    expect(shareOf('inRange')).toBeLessThan(0.85)
  })

  it('the date at 80 % is met by 75 to 88 % of the projects, and the date at 90 % by more', () => {
    expect(shareOf('by80')).toBeGreaterThan(0.75)
    expect(shareOf('by80')).toBeLessThan(0.88)
    expect(shareOf('by90')).toBeGreaterThan(shareOf('by80'))
  })

  it('as many projects are on time as their chances say', () => {
    expect(Math.abs(shareOf('onTime') - shareOf('chances'))).toBeLessThan(0.03)
  })

  it('samples that keep every turn of the plan hold far fewer dates, because real work passes late work', () => {
    const kept = shops.slice(0, 10).map((seed) => measureOdds(truth, seed, inTurn))
    expect(sum('inRange', kept) / sum('projects', kept)).toBeLessThan(0.7)
  })
})
