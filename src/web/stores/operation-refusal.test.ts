import { describe, expect, it } from 'vitest'
import { fieldsRefusal, orderRefusal } from './operation-refusal.ts'

const welder = { role: 'plan', workCenterIds: ['weld'] } as const
const [cut, tack, seam] = [
  { categoryId: 'saw', sequence: 10 },
  { categoryId: 'weld', sequence: 20 },
  { categoryId: 'weld', sequence: 30 },
] as const
const elsewhere = 'You plan only some work centers, and this is at another one.'

describe('changing the order of operations in a project', () => {
  it('a planner limited to some work centers may swap two operations there', () => {
    expect(orderRefusal(welder, [cut, seam, tack])).toBeNull()
  })

  it('a planner limited to some work centers may not move an operation ahead of one elsewhere, because the other would be renumbered', () => {
    expect(orderRefusal(welder, [tack, cut, seam])).toBe(elsewhere)
  })

  it('the order is refused when an operation elsewhere has a sequence number that would change', () => {
    expect(orderRefusal(welder, [{ ...cut, sequence: 5 }, seam, tack])).toBe(elsewhere)
  })
})

describe('changing the hours of an operation', () => {
  it('a reporter may lengthen an operation, and gets the reason why they may not shorten it', () => {
    const reporter = { role: 'report', workCenterIds: null } as const
    const operation = { categoryId: 'weld', durationHours: 8 }
    expect(fieldsRefusal(reporter, operation, { durationHours: 10 })).toBeNull()
    expect(fieldsRefusal(reporter, operation, { durationHours: 2 })).toBe(
      'You can report work. Changing the plan needs more access.',
    )
  })
})
