import type { ProjectPhase, ProjectState, ProjectStatus } from '#contract/vocabulary.ts'
import { closedStates } from '../forecast/project-words.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { statusAfterPhase } from '../projects/follow-phase.ts'

interface MovedProject {
  readonly currentPhase: ProjectPhase
  readonly status: ProjectStatus
  readonly actualShipDate: string | null
  readonly state: ProjectState
}

/** Absent = not sent. */
interface MoveFields {
  readonly currentPhase?: ProjectPhase | undefined
  readonly status?: ProjectStatus | undefined
  readonly actualShipDate?: string | null | undefined
}

/** The project as the server will return it after a move: the status follows the phase, and the state follows both. */
export const predictMove = (project: MovedProject, fields: MoveFields): MovedProject => {
  const currentPhase = fields.currentPhase ?? project.currentPhase
  const moved = currentPhase !== project.currentPhase
  const status = fields.status ?? (moved ? statusAfterPhase(currentPhase, project.status) : project.status)
  const kept = moved && project.currentPhase === 'shipped' ? null : project.actualShipDate
  const wasClosed = closedStates[effectivePhase(project)] !== undefined
  return {
    currentPhase,
    status,
    actualShipDate: fields.actualShipDate === undefined ? kept : fields.actualShipDate,
    state: closedStates[effectivePhase({ currentPhase, status })] ?? (wasClosed ? 'unscheduled' : project.state),
  }
}
