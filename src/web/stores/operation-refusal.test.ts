import { describe, expect, it } from 'vitest'
import { fieldsRefusal, orderRefusal } from './operation-refusal.ts'

const welder = { role: 'plan', workCenterIds: ['weld'] } as const
const [cut, tack, seam] = [
  { categoryId: 'saw', sequence: 10 },
  { categoryId: 'weld', sequence: 20 },
  { categoryId: 'weld', sequence: 30 },
] as const
const elsewhere = 'You plan only some work centers, and this is at another one.'

describe('the order of the operations of a project', () => {
  it('a planner of some work centers exchanges two operations there', () => {
    expect(orderRefusal(welder, [cut, seam, tack])).toBeNull()
  })

  it('a planner of some work centers moves none before work elsewhere, which would get another number', () => {
    expect(orderRefusal(welder, [tack, cut, seam])).toBe(elsewhere)
  })

  it('work elsewhere that was numbered in another way would be numbered again', () => {
    expect(orderRefusal(welder, [{ ...cut, sequence: 5 }, seam, tack])).toBe(elsewhere)
  })
})

describe('the hours of an operation', () => {
  it('a reporter lengthens the hours of an operation, and is told why they may not shorten them', () => {
    const reporter = { role: 'report', workCenterIds: null } as const
    const operation = { categoryId: 'weld', durationHours: 8 }
    expect(fieldsRefusal(reporter, operation, { durationHours: 10 })).toBeNull()
    expect(fieldsRefusal(reporter, operation, { durationHours: 2 })).toBe(
      'You can report work. Changing the plan needs more access.',
    )
  })
})
