import { describe, expect, it } from 'vitest'
import { type ProjectPhase, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { checkPhaseMove, checkStatusMove, type StatusColumn, statusColumns } from './check-move.ts'

/** Rows: from; columns: to, in the order of the board. '.' allowed, 'x' refused: written out by hand from specification 5. */
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
  it('refuses only Completed -> not_started', () => {
    const refusals = projectStatuses.flatMap((status) =>
      (Object.keys(statusColumns) as StatusColumn[])
        .filter((column) => !checkStatusMove(status, column).ok)
        .map((column) => [status, column]),
    )
    expect(refusals).toEqual([['Completed', 'not_started']])
  })
})
