import { describe, expect, it } from 'vitest'
import { usualMorningPlan } from '#contract/morning-plan.ts'
import { heldBackBy, isWorthProposing, type MorningFigures } from './morning-plan.ts'
import { morningSettingsWords, morningWords } from './morning-words.ts'

const effect = { becameLate: 0, later: 0, noDate: 0, newDate: 0, recovered: 0, earlier: 0 }
const same: MorningFigures = {
  effect,
  lateDays: 12,
  lateDaysBefore: 12,
  lateProjects: 3,
  lateProjectsBefore: 3,
}

describe('isWorthProposing', () => {
  it('a plan is worth proposing if late days or late projects become fewer, or work gets its first date', () => {
    expect(isWorthProposing(same)).toBe(false)
    expect(isWorthProposing({ ...same, lateDays: 11 })).toBe(true)
    expect(isWorthProposing({ ...same, lateProjects: 2 })).toBe(true)
    expect(isWorthProposing({ ...same, effect: { ...effect, newDate: 1 } })).toBe(true)
  })

  it('a plan that only finishes projects earlier, or makes some later, is not worth proposing', () => {
    expect(isWorthProposing({ ...same, effect: { ...effect, earlier: 4, later: 1 } })).toBe(false)
  })
})

describe('heldBackBy', () => {
  it('a plan that saves as much as the settings ask for may be applied', () => {
    expect(heldBackBy({ ...same, lateDays: 7 }, 5)).toBeNull()
    expect(heldBackBy({ ...same, lateDays: 8 }, 5)).toBe('savesTooLittle')
  })

  it('each harm holds a plan back, however much it saves', () => {
    const good = { ...same, lateDays: 0 }
    expect(heldBackBy({ ...good, effect: { ...effect, becameLate: 1 } }, 5)).toBe('becomesLate')
    expect(heldBackBy({ ...good, effect: { ...effect, noDate: 1 } }, 5)).toBe('losesDates')
  })
})

it('morningWords name each consequence in the singular and the plural', () => {
  const said = { effect: { ...effect, recovered: 2, later: 1 }, movedOperations: 41, lateDays: 3, lateDaysBefore: 15 }
  expect(morningWords(said)).toBe('2 projects recover, 1 later, 41 operations move. 12 fewer late days.')
  const other = {
    effect: { ...effect, recovered: 1, becameLate: 1 },
    movedOperations: 1,
    lateDays: 2,
    lateDaysBefore: 1,
  }
  expect(morningWords(other)).toBe('1 project recovers, 1 becomes late, 1 operation moves. 1 more late day.')
})

it('morningSettingsWords say when a plan is made and who applies it', () => {
  expect(morningSettingsWords(usualMorningPlan)).toBe(
    'Mon, Tue, Wed, Thu, Fri at 05:30, balanced search; a person applies it',
  )
  const all = { ...usualMorningPlan, weekdays: [1, 2, 3, 4, 5, 6, 7], applyFromLateDays: 1 }
  expect(morningSettingsWords(all)).toBe(
    'every day at 05:30, balanced search; applied without a person if it saves 1 late day or more',
  )
  expect(morningSettingsWords({ ...all, isOn: false })).toBe('off')
})
