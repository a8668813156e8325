import { valueAt } from '#domain/value-at.ts'

/** One operation of a published instance, in the order of its file. */
export interface InstanceOperation {
  duration: number
  project: number
  release: number
  /** Resources with units; an operation may need several. */
  demands: { resource: number; units: number }[]
  successors: number[]
  /** Machine alternatives in a flexible job shop; `duration` and `demands` then belong to the first one. */
  choices?: { resource: number; duration: number }[]
}

export interface Instance {
  name: string
  objective: 'lateness' | 'makespan'
  capacity: number[]
  /** For each project; Infinity = none. */
  due: number[]
  /** For each project, the weight of a unit of lateness. */
  weight: number[]
  operations: InstanceOperation[]
  /** For each resource, the setup from one operation to the next there, at `from * operations + to`. */
  setups?: number[][]
}

/** The instance with every operation at its chosen alternative; -1 = it has no choice. */
export const withChosen = (instance: Instance, chosen: readonly number[]): Instance => ({
  ...instance,
  operations: instance.operations.map(({ choices = [], ...operation }, i) => {
    const choice = choices[chosen[i] ?? -1]
    return choice
      ? { ...operation, duration: choice.duration, demands: [{ resource: choice.resource, units: 1 }] }
      : operation
  }),
})

/** Operations that start before their resource has been set up after the preceding one. */
const missingSetups = ({ setups = [], operations }: Instance, starts: readonly number[]): string[] =>
  setups.flatMap((times, resource) => {
    const here = operations.map((_, i) => i).filter((i) => valueAt(operations, i).demands[0]?.resource === resource)
    here.sort((a, b) => valueAt(starts, a) - valueAt(starts, b))
    return here.slice(1).flatMap((next, k) => {
      const before = valueAt(here, k)
      const readyAt = valueAt(starts, before) + valueAt(operations, before).duration
      const setup = valueAt(times, before * operations.length + next)
      return valueAt(starts, next) < readyAt + setup
        ? [`operation ${next} starts before the setup after ${before}`]
        : []
    })
  })

/** All violations of the start times of an instance: an independent event-based check that shares no code with the engine. */
export const checkInstance = (instance: Instance, starts: readonly number[]): string[] => {
  const { capacity, operations } = instance
  const found: string[] = []
  if (starts.length !== operations.length) return [`${starts.length} starts for ${operations.length} operations`]
  operations.forEach((operation, i) => {
    const start = valueAt(starts, i)
    if (!(start >= operation.release) || !Number.isInteger(start)) found.push(`operation ${i} starts at ${start}`)
    for (const next of operation.successors) {
      if (valueAt(starts, next) < start + operation.duration) found.push(`operation ${next} starts before ${i} ends`)
    }
  })
  capacity.forEach((limit, resource) => {
    const events = operations.flatMap(({ demands, duration }, i) => {
      const units = demands.find((demand) => demand.resource === resource)?.units ?? 0
      const start = valueAt(starts, i)
      return units > 0 && duration > 0 ? [[start, units] as const, [start + duration, -units] as const] : []
    })
    let used = 0
    for (const [atTime, units] of events.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      used += units
      if (used > limit) found.push(`resource ${resource} holds ${used} of ${limit} at ${atTime}`)
    }
  })
  return [...found, ...missingSetups(instance, starts)]
}

/** The objective, computed only from the starts. */
export const instanceObjective = (
  { objective, due, weight, operations }: Instance,
  starts: readonly number[],
): number => {
  const ends = due.map(() => 0)
  operations.forEach(({ project, duration }, i) => {
    ends[project] = Math.max(valueAt(ends, project), valueAt(starts, i) + duration)
  })
  if (objective === 'makespan') return Math.max(0, ...ends)
  return ends.reduce(
    (sum, end, project) => sum + Math.max(0, end - valueAt(due, project)) * valueAt(weight, project),
    0,
  )
}
