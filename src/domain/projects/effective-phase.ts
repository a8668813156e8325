import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'

/**
 * The phase that decides whether a project is under way. Users may set the phase or the status, and either one can hold
 * or complete a project. A phase that already does so wins over the status.
 */
export const effectivePhase = (project: {
  readonly currentPhase: ProjectPhase
  readonly status: ProjectStatus
}): ProjectPhase => {
  const { currentPhase, status } = project
  const working = currentPhase === 'submittals' || currentPhase === 'engineering' || currentPhase === 'production'
  if (!working) return currentPhase
  if (status === 'Completed') return 'complete'
  return status === 'On Hold' ? 'on_hold' : currentPhase
}
