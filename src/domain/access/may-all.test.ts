import { describe, expect, it } from 'vitest'
import { mayWithAll } from './may-all.ts'

const welder = { role: 'plan', workCenterIds: ['weld'] } as const
const reasonOf = (centers: readonly (string | null)[], actor: Parameters<typeof mayWithAll>[0] = welder) => {
  const decision = mayWithAll(actor, 'planOperations', centers)
  return decision.ok ? null : decision.reason
}

describe('a selection of operations', () => {
  it('a limited planner may change operations at their own work centers', () => {
    expect(reasonOf(['weld', 'weld'])).toBeNull()
    expect(reasonOf([])).toBeNull()
  })

  it('the refusal tells a limited planner how many operations are elsewhere, including those without a work center', () => {
    expect(reasonOf(['weld', 'paint', null])).toBe('2 of 3 are at other work centers.')
    expect(reasonOf(['paint', 'saw'])).toBe('All 2 are at other work centers.')
  })

  it('a single operation elsewhere is refused with the sentence that forms and menus show', () => {
    expect(reasonOf(['paint'])).toBe('You plan only some work centers, and this is at another one.')
  })

  it('an unlimited planner and an admin may change everything, and a reporter nothing', () => {
    expect(reasonOf(['weld', null], { role: 'plan', workCenterIds: null })).toBeNull()
    expect(reasonOf(['weld', null], { role: 'admin', workCenterIds: ['weld'] })).toBeNull()
    const reporter = { role: 'report', workCenterIds: ['weld'] } as const
    expect(reasonOf(['weld', 'paint'], reporter)).toBe('You can report work. Changing the plan needs more access.')
  })
})
