import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'

/**
 * The status of a project after entering a phase: complete and shipped are Completed, on_hold is On Hold, cancelled
 * keeps its status. Work phases end a hold or a completion (In Progress); production also starts a New project.
 */
export const statusAfterPhase = (phase: ProjectPhase, status: ProjectStatus): ProjectStatus => {
  if (phase === 'complete' || phase === 'shipped') return 'Completed'
  if (phase === 'on_hold') return 'On Hold'
  if (phase === 'cancelled') return status
  if (status === 'New' && phase !== 'production') return 'New'
  return 'In Progress'
}
