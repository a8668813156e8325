import { textsOf } from './project-tasks.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

const unassigned = '-65535'
const types = { material: '0', cost: '2' } as const

/** What a task needs: a work center and, optionally, people or tools. */
export interface Needs {
  readonly workCenter: string
  readonly pool: string
  /** Additional resources, which an operation cannot have. */
  readonly others: readonly string[]
}

interface Resource {
  readonly name: string
  readonly place: number
}

const isWork = (resource: Element): boolean => {
  const type = textOf(resource, 'Type').trim()
  return type !== types.material && type !== types.cost && flagOf(resource, 'IsCostResource') !== true
}

/**
 * Decides which resources are work centers, independently of the order of assignments: first the resources that are the
 * only one of a task, then those with the most tasks. A second resource of a task is people or tools.
 */
const centersAmong = (tasks: Iterable<ReadonlySet<Resource>>): ReadonlySet<Resource> => {
  const besides = new Map<Resource, Set<Resource>>()
  const alone = new Set<Resource>()
  const uses = new Map<Resource, number>()
  for (const own of tasks) {
    for (const one of own) {
      if (own.size === 1) alone.add(one)
      uses.set(one, (uses.get(one) ?? 0) + 1)
      const others = besides.get(one) ?? new Set<Resource>()
      for (const other of own) if (other !== one) others.add(other)
      besides.set(one, others)
    }
  }
  const ranked = [...uses.keys()].sort(
    (a, b) =>
      Number(alone.has(b)) - Number(alone.has(a)) || (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || a.place - b.place,
  )
  const centers = new Set<Resource>()
  for (const one of ranked) if (![...(besides.get(one) ?? [])].some((other) => centers.has(other))) centers.add(one)
  return centers
}

/** What each task needs, by task id, and the names of resources that are neither people nor machines. */
export const readNeeds = (project: Element): { needs: ReadonlyMap<string, Needs>; leftOut: readonly string[] } => {
  const readText = textsOf(project)
  const byUid = new Map<string, Resource>()
  const leftOut: string[] = []
  // Resources with the same name count as one.
  const byName = new Map<string, Resource>()
  for (const [place, element] of listOf(project.Resources, 'Resource').entries()) {
    const [uid, name] = [textOf(element, 'UID').trim(), readText(element, 'Name').trim()]
    // Programs assign tasks without a resource to this id, and some give it a name.
    if (name === '' || uid === unassigned) continue
    if (!isWork(element)) leftOut.push(name)
    else {
      const key = name.normalize('NFC').toLowerCase()
      const resource = byName.get(key) ?? { name, place }
      byName.set(key, resource)
      byUid.set(uid, resource)
    }
  }
  const ofTask = new Map<string, Set<Resource>>()
  for (const one of listOf(project.Assignments, 'Assignment')) {
    const resource = byUid.get(textOf(one, 'ResourceUID').trim())
    const task = textOf(one, 'TaskUID').trim()
    if (resource) ofTask.set(task, (ofTask.get(task) ?? new Set()).add(resource))
  }
  const centers = centersAmong(ofTask.values())
  const needs = new Map(
    [...ofTask].map(([task, own]): [string, Needs] => {
      const sorted = [...own].sort((a, b) => a.place - b.place)
      const center = sorted.find((one) => centers.has(one))
      const [pool, ...others] = sorted.filter((one) => one !== center)
      return [task, { workCenter: center?.name ?? '', pool: pool?.name ?? '', others: others.map(({ name }) => name) }]
    }),
  )
  return { needs, leftOut }
}
