import { describe, expect, it } from 'vitest'
import { type ProjectState, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { projectState } from '../forecast/project-words.ts'
import { applyProjectChange } from '../projects/apply-project-change.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { predictMove } from './predict-move.ts'

const shipped = '2026-11-18T08:00:00.000Z'
const moves = projectPhases.flatMap((currentPhase) =>
  projectStatuses.flatMap((status) =>
    projectPhases.map((target) => ({
      currentPhase,
      status,
      target,
      actualShipDate: currentPhase === 'shipped' ? shipped : null,
    })),
  ),
)

/** The state of a project without dates. One that is under way keeps its previous state. */
const stateOf = (phase: (typeof projectPhases)[number], before: ProjectState): ProjectState => {
  const state = projectState({ phase, dueMs: null, completionMs: null, slackDays: null }, 'UTC', 0)
  return state === 'unscheduled' ? before : state
}

describe('the prediction of a move', () => {
  it("the prediction equals the server's result for every phase, status and target", () => {
    expect(moves.length).toBeGreaterThan(100)
    for (const { target, actualShipDate, ...project } of moves) {
      const change = { currentPhase: target, ...(target === 'shipped' && { actualShipDate: new Date(shipped) }) }
      const before = { ...project, actualShipDate: actualShipDate === null ? null : new Date(actualShipDate) }
      const decision = applyProjectChange(before, change, false, Number.POSITIVE_INFINITY)
      if (!decision.ok) throw new Error(`${project.currentPhase} to ${target}: ${decision.reason}`)
      const wasClosed = stateOf(effectivePhase(project), 'late') !== 'late'
      expect(
        predictMove(
          { ...project, actualShipDate, state: 'late' },
          { currentPhase: target, ...(target === 'shipped' && { actualShipDate: shipped }) },
        ),
      ).toEqual({
        currentPhase: decision.state.currentPhase,
        status: decision.state.status,
        actualShipDate: decision.state.actualShipDate?.toISOString() ?? null,
        state: stateOf(effectivePhase(decision.state), wasClosed ? 'unscheduled' : 'late'),
      })
    }
  })
})
