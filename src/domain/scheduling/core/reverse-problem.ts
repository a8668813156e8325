import { type CoreProblem, roundTheClock } from './core-problem.ts'

/**
 * The problem run backwards in time: successors become predecessors, releases are dropped. Only for problems without calendars,
 * lags and bookings (null otherwise): a plan of it, mirrored, is a right-justified plan of the original.
 */
export const reverseProblem = (problem: CoreProblem): CoreProblem | null => {
  const { operationCount: count, successorFirst, successor } = problem
  if (problem.calendars.some((calendar) => calendar !== roundTheClock) || problem.bookings.length > 0) return null
  if (problem.successorLag.some((lag) => lag !== 0)) return null
  const first = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) first[i + 1] = first[i] + problem.predecessorCount[i]
  const fill = first.slice()
  const reversed = new Int32Array(successor.length)
  const predecessorCount = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    predecessorCount[i] = successorFirst[i + 1] - successorFirst[i]
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
      const next = successor[e]
      reversed[fill[next]] = i
      fill[next]++
    }
  }
  return {
    ...problem,
    release: new Float64Array(count),
    successorFirst: first,
    successor: reversed,
    predecessorCount,
  }
}
