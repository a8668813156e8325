import { describe, expect, it } from 'vitest'
import { type ProjectPhase, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { checkPhaseMove, checkStatusMove, type StatusColumn, statusColumns } from './check-move.ts'

/** Rows: from; columns: to, in board order. '.' = allowed, 'x' = refused. Written by hand from the specification. */
const table: Record<ProjectPhase, string> = {
  submittals: '.......',
  engineering: '.......',
  production: 'x......',
  complete: 'xx.....',
  shipped: 'xxx....',
  on_hold: 'xxxx...',
  cancelled: 'xxxxx..',
}

describe('checkPhaseMove', () => {
  const cases = projectPhases.flatMap((from) =>
    projectPhases.map((to, index) => [from, to, table[from][index] === '.'] as const),
  )
  it.each(cases)('%s -> %s: %s', (from, to, ok) => {
    expect(checkPhaseMove(from, to)).toEqual(
      ok ? { ok: true } : { ok: false, reason: 'Invalid move - this transition is not allowed' },
    )
  })
})

describe('checkStatusMove', () => {
  const refusalsIn = (phase: ProjectPhase) =>
    projectStatuses.flatMap((status) =>
      (Object.keys(statusColumns) as StatusColumn[])
        .filter((column) => !checkStatusMove({ status, phase }, column).ok)
        .map((column) => [status, column]),
    )

  it('checkStatusMove refuses only Completed -> not_started for a project that is not shipped', () => {
    expect(refusalsIn('complete')).toEqual([['Completed', 'not_started']])
  })

  it('a shipped project can move only to Completed, and the refusal says how to reopen it', () => {
    expect(refusalsIn('shipped').filter(([status]) => status === 'Completed')).toEqual([
      ['Completed', 'not_started'],
      ['Completed', 'in_progress'],
      ['Completed', 'on_hold'],
    ])
    expect(checkStatusMove({ status: 'Completed', phase: 'shipped' }, 'in_progress')).toEqual({
      ok: false,
      reason:
        'A shipped project stays Completed while it has a ship date. Move it out of Shipped first; that removes the date.',
    })
  })
})
