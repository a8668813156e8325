import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPercent } from './changed-percent.ts'
import { columnsByTitle } from './columns-by-title.ts'
import { broughtAfter, changedHere } from './ours.ts'
import { actionOnOperation } from './vanished-action.ts'

describe('columns by title', () => {
  const wanted = [
    { title: 'Hours', nth: 2, field: 'durationHours' },
    { title: 'Café', nth: 1, field: 'notes' },
  ] as const

  it('finds them in any order, regardless of blanks around a title and of the form of its letters', () => {
    const found = columnsByTitle(['Cafe\u0301 ', 'Hours', 'Color', 'Hours'], wanted)
    expect(found).toEqual({ ok: true, columns: ['notes', null, null, 'durationHours'] })
  })

  it('names each title that is gone', () => {
    expect(columnsByTitle(['Hours', 'hours'], wanted)).toEqual({
      ok: false,
      message: 'The columns "Hours" (number 2) and "Café" are missing. Choose the columns again.',
    })
  })
})

describe('values that are ours', () => {
  it('a value is ours if it differs from the one that the source brought, and not if that one is unknown', () => {
    const brought = { a: 1, c: { x: 1, y: 2 } }
    expect(changedHere(['a', 'b', 'c'], { a: 2, b: 3, c: { y: 2, x: 1 } }, brought)).toEqual(['a'])
  })

  it('a value is compared with the one that was taken, with its consequence, or with the first one', () => {
    const run = {
      columns: ['kept', 'said', 'follows', 'new', 'silent'],
      said: new Set(['said', 'kept']),
      kept: new Set(['kept']),
    }
    const before = { kept: 'ours', said: 1, follows: 1, new: 1, silent: 'ours' }
    const after = { kept: 'ours', said: 2, follows: 2, new: 1, silent: 'ours' }
    const brought = { kept: 'old', said: 1, follows: 1, silent: 'old', other: 7 }
    expect(broughtAfter(brought, { ...run, before, after })).toEqual({
      kept: 'old',
      said: 2,
      follows: 2,
      new: 1,
      silent: 'old',
      other: 7,
    })
  })
})

describe('an operation that vanished', () => {
  const operation = fc.record({
    actualStartDate: fc.option(fc.constant(new Date(0)), { nil: null }),
    progressPercentage: fc.constantFrom(0, 10, 95),
    onHold: fc.boolean(),
  })

  it('an operation is never removed after it has started, and its hold is never replaced', () => {
    fc.assert(
      fc.property(fc.constantFrom('keep', 'hold', 'cancel'), operation, (rule, one) => {
        const action = actionOnOperation(rule, one)
        const hasStarted = one.actualStartDate !== null || one.progressPercentage > 0
        if (action === 'remove') expect([rule, hasStarted]).toEqual(['cancel', false])
        if (action === 'hold') expect(one.onHold).toBe(false)
        if (rule === 'keep') expect(action).toBe('keep')
      }),
    )
  })
})

it('counts the changed share of the records of the table and of those that vanished', () => {
  expect(changedPercent({ changed: 3, named: 10, vanished: 2 })).toBe(25)
  expect(changedPercent({ changed: 0, named: 0, vanished: 0 })).toBe(0)
})
