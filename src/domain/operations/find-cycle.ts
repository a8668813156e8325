/** `operationId` waits for `predecessorId`. */
export interface Link {
  readonly operationId: string
  readonly predecessorId: string
}

/**
 * Returns operations that wait for each other, in waiting order with the first repeated at the end ([A, B, A]), or
 * null. Iterative, because a chain may be as long as a project.
 */
export const findCycle = (links: readonly Link[]): string[] | null => {
  const predecessors = new Map<string, string[]>()
  for (const { operationId, predecessorId } of links) {
    const list = predecessors.get(operationId)
    if (list) list.push(predecessorId)
    else predecessors.set(operationId, [predecessorId])
  }
  const done = new Set<string>()
  for (const start of predecessors.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const untried: Iterator<string>[] = []
    const enter = (id: string) => {
      path.push(id)
      onPath.add(id)
      untried.push((predecessors.get(id) ?? []).values())
    }
    if (!done.has(start)) enter(start)
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const candidate = untried.at(-1)?.next()
      if (!candidate || candidate.done) {
        done.add(id)
        onPath.delete(id)
        path.pop()
        untried.pop()
      } else if (onPath.has(candidate.value)) {
        return [...path.slice(path.indexOf(candidate.value)), candidate.value]
      } else if (!done.has(candidate.value)) {
        enter(candidate.value)
      }
    }
  }
  return null
}

const mostNamed = 12

/**
 * 'These operations wait for each other: A -> B -> A'; `nameOf` returns an operation's name. For a long cycle, both
 * ends are named and the rest is counted.
 */
export const cycleMessage = (cycle: readonly string[], nameOf: (id: string) => string): string => {
  const half = mostNamed / 2
  const names =
    cycle.length <= mostNamed
      ? cycle.map(nameOf)
      : [...cycle.slice(0, half).map(nameOf), `(${cycle.length - mostNamed} more)`, ...cycle.slice(-half).map(nameOf)]
  return `These operations wait for each other: ${names.join(' -> ')}`
}
