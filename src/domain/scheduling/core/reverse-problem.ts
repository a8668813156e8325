import { type CoreProblem, hasLags, predecessorsOf, roundTheClock } from './core-problem.ts'

/**
 * The problem reversed in time: successors become predecessors, and releases are dropped. Only for problems without
 * calendars, lags and bookings (null otherwise). A mirrored plan of it is a right-justified plan of the original.
 */
export const reverseProblem = (problem: CoreProblem): CoreProblem | null => {
  const { operationCount: count, successorFirst } = problem
  if (problem.calendars.some((calendar) => calendar !== roundTheClock) || problem.bookings.length > 0) return null
  if (hasLags(problem)) return null
  const { first, predecessor } = predecessorsOf(problem)
  const reversedCount = Int32Array.from({ length: count }, (_, i) => successorFirst[i + 1] - successorFirst[i])
  return {
    ...problem,
    release: new Float64Array(count),
    modes: problem.modes && { ...problem.modes, release: new Float64Array(problem.modes.release.length) },
    successorFirst: first,
    successor: predecessor,
    predecessorCount: reversedCount,
  }
}
