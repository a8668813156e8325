import { type CoreProblem, topologicalOrder } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'

/** Sample for measuring a calendar's share of open time: long compared with a week, in ms. */
const sampleWork = 500 * 3_600_000

/** Average clock time per unit of a calendar's work, from now on: 1 without closed time, 4.2 at 40 hours a week. */
const stretchOf = (problem: CoreProblem, calendar: number): number => {
  const times = problem.calendars[calendar]
  if (!times) return 1
  const from = times.startWall(times.toWork(problem.origin))
  const to = times.endWall(times.toWork(problem.origin) + sampleWork)
  return Number.isFinite(to) && to > from ? (to - from) / sampleWork : 1
}

/** Work stretched by the average closed time, comparable with due instants. */
const spansOf = ({ operationCount, duration, calendar }: CoreProblem, stretch: readonly number[]): Float64Array => {
  const spans = new Float64Array(operationCount)
  for (let i = 0; i < operationCount; i++) spans[i] = duration[i] * stretch[calendar[i]]
  return spans
}

/** Time from the end of an operation to the start of its successor, at average closed time; negative if they overlap. */
const lagTime = (
  problem: CoreProblem,
  operation: number,
  edge: number,
  spans: Float64Array,
  stretch: readonly number[],
): number => {
  const next = problem.successor[edge]
  const left = problem.successorLeft?.[edge] ?? 0
  const overlap = left > 0 ? (left / 100) * Math.min(spans[operation], spans[next]) : 0
  return problem.successorLag[edge] * stretch[problem.calendar[next]] + problem.successorWait[edge] - overlap
}

/** A topological order; null if the operations are already listed that way, as in most shops. */
const orderOf = (problem: CoreProblem): Int32Array | null => {
  const { operationCount, successorFirst, successor } = problem
  for (let i = 0; i < operationCount; i++) {
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++)
      if (successor[e] <= i) return topologicalOrder(problem)
  }
  return null
}

/** For each operation, the time from its start to the end of the longest chain after it, with `spans` and lags at average closed time. */
const tailTimes = (
  problem: CoreProblem,
  order: Int32Array | null,
  spans: Float64Array,
  stretch: readonly number[],
): Float64Array => {
  const { operationCount, successorFirst, successor } = problem
  const tail = new Float64Array(operationCount)
  for (let k = (order?.length ?? operationCount) - 1; k >= 0; k--) {
    const i = order ? order[k] : k
    let behind = 0
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
      behind = Math.max(behind, tail[successor[e]] + lagTime(problem, i, e, spans, stretch))
    }
    tail[i] = behind + spans[i]
  }
  return tail
}

/** For each operation, the latest start with which it and its successors meet their deadlines, at average closed time. */
const latestStarts = (
  problem: CoreProblem,
  order: Int32Array | null,
  spans: Float64Array,
  stretch: readonly number[],
): Float64Array => {
  const latest = problem.deadline.slice()
  let hasDeadlines = false
  for (let i = 0; i < latest.length; i++) {
    latest[i] -= spans[i]
    hasDeadlines ||= latest[i] !== Infinity
  }
  if (!hasDeadlines) return latest
  for (let k = (order?.length ?? latest.length) - 1; k >= 0; k--) {
    const i = order ? order[k] : k
    for (let e = problem.successorFirst[i]; e < problem.successorFirst[i + 1]; e++) {
      const next = problem.successor[e]
      const end = latest[next] - lagTime(problem, i, e, spans, stretch)
      latest[i] = Math.min(latest[i], end - spans[i])
    }
  }
  return latest
}

/** Mean of all nonzero changeovers. */
const meanChangeover = ({ setups }: CoreProblem): number => {
  let [sum, count] = [0, 0]
  for (const setup of setups?.of ?? []) {
    for (const time of setup?.times ?? []) {
      sum += time
      count += Number(time > 0)
    }
  }
  return sum / Math.max(1, count)
}

/** Work of each project, work of all operations including closed time, and the last release or due instant. */
const totalsOf = (
  { operationCount, projectCount, project, duration, release, due, origin }: CoreProblem,
  spans: Float64Array,
) => {
  const work = new Float64Array(projectCount)
  let [total, latest] = [0, origin]
  for (let i = 0; i < operationCount; i++) {
    work[project[i]] += duration[i]
    total += spans[i]
    latest = Math.max(latest, release[i])
  }
  for (const value of due) if (value !== Infinity) latest = Math.max(latest, value)
  return { work, total, latest }
}

/**
 * Dispatch rules, created when needed. Each operation has a key, smaller first, ties by index. The largest shops try
 * only the first two: one for shops that can meet most due dates, and one for those that cannot.
 */
export const dispatchRules = (problem: CoreProblem): (() => DispatchRule)[] => {
  const { operationCount: count, project, due, weight, release } = problem
  const stretch = problem.calendars.map((_, index) => stretchOf(problem, index))
  const span = spansOf(problem, stretch)
  const order = orderOf(problem)
  const tail = tailTimes(problem, order, span, stretch)
  const of = (values: Float64Array, i: number): number => values[project[i]]
  const key = (name: string, score: (i: number) => number): DispatchRule => {
    const keys = new Float64Array(count)
    // A loop: `Float64Array.from` takes three times as long.
    for (let i = 0; i < count; i++) keys[i] = score(i)
    return { name, keys, urgency: null }
  }
  const { work, total, latest } = totalsOf(problem, span)
  const mean = total / Math.max(1, count)
  // A project without a due date comes after all others, but at a finite key, because ties would be lost at infinity.
  const dueOf = (i: number): number => Math.min(of(due, i), latest + (latest - problem.origin) + total)
  const worth = (i: number): number => Math.max(of(weight, i), 0.5)
  const logWorth = weight.map((value) => Math.log(Math.max(value, 0.5)))
  const latestStart = latestStarts(problem, order, span, stretch)
  const urgentAt = new Float64Array(count)
  for (let i = 0; i < count; i++) urgentAt[i] = Math.min(dueOf(i) - tail[i], latestStart[i])
  const cost = (name: string, scale: number, size: (i: number) => number): DispatchRule => ({
    ...key(name, (i) => Math.log(Math.max(size(i), mean / 100, 1e-9)) - of(logWorth, i)),
    urgency: { urgentAt, scale: Math.max(scale, 1e-9) },
  })
  // Among equal priorities the due date decides; its share stays below one step of priority.
  const range = Math.max(1, 2 * (latest - problem.origin) + total)
  const share = (i: number): number => 0.5 * Math.max(-1, (dueOf(i) - problem.origin) / range)
  // Share of a mean changeover that weighs as much as a factor of e in the index.
  const setupRules = [0.5, 0.1, 2].map((share) => (): DispatchRule => {
    const rule = cost('ATC with changeovers', 12 * mean, (i) => span[i])
    return { ...rule, changeoverScale: Math.max(share * meanChangeover(problem), 1e-9) }
  })
  return [
    ...(problem.setups ? setupRules : []),
    () => cost('ATC by operation', 12 * mean, (i) => span[i]),
    () => key('WSPT', (i) => of(work, i) / worth(i)),
    () => cost('ATC', 4 * mean, (i) => tail[i]),
    () => key('EDD', dueOf),
    () => key('operation due date', (i) => urgentAt[i]),
    () => key('priority', (i) => share(i) - of(weight, i)),
    () => key('FIFO', (i) => release[i]),
    () => key('longest chain', (i) => -tail[i]),
  ]
}
