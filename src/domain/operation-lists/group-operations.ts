import { type OperationGrouping, priorityClasses } from '#contract/operation-filter.ts'
import type { OperationGroups } from '#contract/operation-lists.ts'
import { priorityClassOf } from '../overdue/overdue-thresholds.ts'
import type { JudgedPlan } from './filter-operations.ts'

export interface GroupedOperations {
  /** The rows, group behind group; inside a group in the order given. */
  readonly rows: Int32Array
  readonly groups: OperationGroups
}

/** Group of every row, as a number; -1 = no groups. */
const groupOf = ({ plan }: JudgedPlan, groupBy: OperationGrouping): ((row: number) => number) => {
  if (groupBy === 'project') return (row) => plan.project[row] as number
  if (groupBy === 'priority') {
    const classes = plan.projects.map(({ priority }) => priorityClasses.indexOf(priorityClassOf(priority)))
    return (row) => classes[plan.project[row] as number] as number
  }
  const known = new Map<string, number>()
  return (row) => {
    const name = plan.names[row] as string
    const group = known.get(name) ?? known.size
    if (group === known.size) known.set(name, group)
    return group
  }
}

const titleOf = ({ plan }: JudgedPlan, groupBy: OperationGrouping, row: number): [key: string, title: string] => {
  const project = plan.projects[plan.project[row] as number]
  if (groupBy === 'operation') return [plan.names[row] as string, plan.names[row] as string]
  const word = priorityClassOf(project?.priority ?? 0)
  if (groupBy === 'priority') return [word, word]
  return [project?.projectId ?? '', `${project?.projectNumber} ${project?.projectName}`]
}

/**
 * Puts ordered rows into groups. A group stands where its first row does, so the most urgent project comes first; priorities
 * stand from critical to low.
 */
export const groupOperations = (
  judged: JudgedPlan,
  rows: Int32Array,
  groupBy: OperationGrouping = 'none',
): GroupedOperations => {
  const groups = {
    keys: [] as string[],
    titles: [] as string[],
    offsets: [] as number[],
    counts: [] as number[],
    daysOverdue: [] as number[],
  }
  if (groupBy === 'none' || rows.length === 0) return { rows, groups }
  const number = groupOf(judged, groupBy)
  const firstRows = new Map<number, number>()
  const counts = new Map<number, number>()
  const daysOverdue = new Map<number, number>()
  const groupOfPlace = new Int32Array(rows.length)
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number
    const group = number(row)
    groupOfPlace[place] = group
    if (!firstRows.has(group)) firstRows.set(group, row)
    counts.set(group, (counts.get(group) ?? 0) + 1)
    daysOverdue.set(group, Math.max(daysOverdue.get(group) ?? 0, judged.judgement.daysOverdue[row] as number))
  }
  const order = [...firstRows.keys()]
  if (groupBy === 'priority') order.sort((a, b) => a - b)
  const next = new Map<number, number>()
  let offset = 0
  for (const group of order) {
    const [key, title] = titleOf(judged, groupBy, firstRows.get(group) as number)
    groups.keys.push(key)
    groups.titles.push(title)
    groups.offsets.push(offset)
    groups.counts.push(counts.get(group) as number)
    groups.daysOverdue.push(daysOverdue.get(group) as number)
    next.set(group, offset)
    offset += counts.get(group) as number
  }
  const grouped = new Int32Array(rows.length)
  for (let place = 0; place < rows.length; place++) {
    const group = groupOfPlace[place] as number
    const to = next.get(group) as number
    grouped[to] = rows[place] as number
    next.set(group, to + 1)
  }
  return { rows: grouped, groups }
}
