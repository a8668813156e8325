import { describe, expect, it } from 'vitest'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { applyProjectChange, futureShipDateMessage, type PhaseChange, type PhaseState } from './apply-project-change.ts'

const shipDay = new Date('2026-11-18T13:00:00Z')
const endOfTodayMs = Date.parse('2026-11-19T05:00:00Z')
const state = (currentPhase: ProjectPhase, status: ProjectStatus, actualShipDate: Date | null = null): PhaseState => ({
  currentPhase,
  status,
  actualShipDate,
})

describe('applyProjectChange', () => {
  it.each<[string, PhaseState, PhaseChange, PhaseState]>([
    [
      'complete completes',
      state('production', 'In Progress'),
      { currentPhase: 'complete' },
      state('complete', 'Completed'),
    ],
    ['hold holds', state('engineering', 'New'), { currentPhase: 'on_hold' }, state('on_hold', 'On Hold')],
    [
      'cancelling keeps the status',
      state('production', 'In Progress'),
      { currentPhase: 'cancelled' },
      state('cancelled', 'In Progress'),
    ],
    [
      'production starts a new project',
      state('engineering', 'New'),
      { currentPhase: 'production' },
      state('production', 'In Progress'),
    ],
    [
      'engineering does not start a new project',
      state('submittals', 'New'),
      { currentPhase: 'engineering' },
      state('engineering', 'New'),
    ],
    [
      'one step back reopens a completed project',
      state('complete', 'Completed'),
      { currentPhase: 'production' },
      state('production', 'In Progress'),
    ],
    [
      'a status chosen on purpose is respected',
      state('production', 'In Progress'),
      { currentPhase: 'complete', status: 'On Hold' },
      state('complete', 'On Hold'),
    ],
    [
      'an unchanged status follows the phase',
      state('production', 'In Progress'),
      { currentPhase: 'complete', status: 'In Progress' },
      state('complete', 'Completed'),
    ],
    [
      'a project is shipped with its date',
      state('complete', 'Completed'),
      { currentPhase: 'shipped', actualShipDate: shipDay },
      state('shipped', 'Completed', shipDay),
    ],
    [
      'a project is shipped with a date stored before',
      state('complete', 'Completed', shipDay),
      { currentPhase: 'shipped' },
      state('shipped', 'Completed', shipDay),
    ],
    [
      'leaving Shipped removes the date',
      state('shipped', 'Completed', shipDay),
      { currentPhase: 'complete' },
      state('complete', 'Completed'),
    ],
    [
      'the current phase changes nothing',
      state('production', 'On Hold'),
      { currentPhase: 'production' },
      state('production', 'On Hold'),
    ],
    [
      'an old shipped project without a date can be edited',
      state('shipped', 'Completed'),
      {},
      state('shipped', 'Completed'),
    ],
  ])('%s', (_, before, change, after) => {
    expect(applyProjectChange(before, change, true, endOfTodayMs)).toEqual({ ok: true, state: after })
  })

  it.each<[string, PhaseState, PhaseChange, string]>([
    ['two steps back', state('complete', 'Completed'), { currentPhase: 'engineering' }, 'invalid_move'],
    ['back from hold', state('on_hold', 'On Hold'), { currentPhase: 'production' }, 'invalid_move'],
    ['Completed to New', state('production', 'Completed'), { status: 'New' }, 'invalid_move'],
    ['shipped without a date', state('complete', 'Completed'), { currentPhase: 'shipped' }, 'rule'],
    [
      'removing the date of a shipped project',
      state('shipped', 'Completed', shipDay),
      { actualShipDate: null },
      'rule',
    ],
  ])('the board refuses: %s', (_, before, change, code) => {
    expect(applyProjectChange(before, change, true, endOfTodayMs)).toMatchObject({ ok: false, code })
  })

  it.each([true, false])('a shipped project stays Completed on the board and in the form (board: %s)', (board) => {
    const shipped = state('shipped', 'Completed', shipDay)
    for (const status of ['New', 'In Progress', 'On Hold'] as const) {
      expect(applyProjectChange(shipped, { status }, board, endOfTodayMs).ok).toBe(false)
    }
    expect(applyProjectChange(shipped, { status: 'In Progress' }, board, endOfTodayMs)).toMatchObject({
      code: 'rule',
      reason: expect.stringMatching(/^A shipped project stays Completed/),
    })
    expect(
      applyProjectChange(shipped, { status: 'In Progress', currentPhase: 'production' }, false, endOfTodayMs),
    ).toEqual({
      ok: true,
      state: state('production', 'In Progress'),
    })
  })

  it('the form is not bound by the move rule', () => {
    expect(
      applyProjectChange(state('on_hold', 'On Hold'), { currentPhase: 'production' }, false, endOfTodayMs),
    ).toEqual({
      ok: true,
      state: state('production', 'In Progress'),
    })
  })

  it('a ship date after today is refused, and the last instant of today is accepted', () => {
    const ships = (at: string) =>
      applyProjectChange(
        state('complete', 'Completed'),
        { currentPhase: 'shipped', actualShipDate: new Date(at) },
        true,
        endOfTodayMs,
      )
    expect(ships('2026-11-19T04:59:59Z').ok).toBe(true)
    expect(ships('2026-11-19T05:00:00Z')).toEqual({ ok: false, code: 'rule', reason: futureShipDateMessage })
  })

  it('a stored future ship date does not prevent other changes', () => {
    const stored = state('shipped', 'Completed', new Date('2027-01-01T13:00:00Z'))
    expect(applyProjectChange(stored, { actualShipDate: stored.actualShipDate }, false, endOfTodayMs).ok).toBe(true)
  })
})
