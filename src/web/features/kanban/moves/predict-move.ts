import type { ListedProject } from '#contract/projects.ts'
import type { ProjectPhase, ProjectState, ProjectStatus } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { statusAfterPhase } from '#domain/projects/follow-phase.ts'

export interface MoveFields {
  readonly currentPhase?: ProjectPhase
  readonly status?: ProjectStatus
  readonly actualShipDate?: string | null
}

const settled: Partial<Record<ProjectPhase, ProjectState>> = {
  complete: 'complete',
  shipped: 'complete',
  on_hold: 'onHold',
  cancelled: 'cancelled',
}

/** What the server will make of the record, shown until it has answered: the status follows the phase, the state both. */
export function predictMove(project: ListedProject, fields: MoveFields): Partial<ListedProject> {
  const currentPhase = fields.currentPhase ?? project.currentPhase
  const moved = currentPhase !== project.currentPhase
  const status = fields.status ?? (moved ? statusAfterPhase(currentPhase, project.status) : project.status)
  const kept = moved && project.currentPhase === 'shipped' ? null : project.actualShipDate
  const wasSettled = settled[effectivePhase(project)] !== undefined
  return {
    currentPhase,
    status,
    actualShipDate: fields.actualShipDate === undefined ? kept : fields.actualShipDate,
    state: settled[effectivePhase({ currentPhase, status })] ?? (wasSettled ? 'unscheduled' : project.state),
  }
}
