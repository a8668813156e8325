import type { ScheduleColumns } from '#contract/schedule.ts'
import { keysOf } from '../record-of.ts'

interface Patch {
  readonly touched: readonly string[]
  readonly rows: ScheduleColumns
}

/** Rows of a patch, and the rows they replace. */
interface RowPair {
  readonly held: number
  readonly patch: number
}

const firstOf = ({ projects }: ScheduleColumns, project: number): number => projects.firstOperation[project] ?? 0

/** The columns that projects are sorted by, and the one with their number of operations. */
const sameIn = ['numbers', 'flags', 'dueMs'] as const

/** The projects that a patch replaces; null if it adds, removes or reorders projects, or changes their operations. */
const pairedProjects = (held: ScheduleColumns, { touched, rows: patch }: Patch): RowPair[] | null => {
  const places = new Map(patch.projects.ids.map((id, row) => [id, row]))
  if (places.size !== touched.length) return null
  const pairs: RowPair[] = []
  for (const [row, id] of held.projects.ids.entries()) {
    const place = places.get(id)
    if (place !== undefined) pairs.push({ held: row, patch: place })
  }
  const isAlike = (pair: RowPair): boolean => {
    const [first, start] = [firstOf(held, pair.held), firstOf(patch, pair.patch)]
    const count = firstOf(held, pair.held + 1) - first
    if (count !== firstOf(patch, pair.patch + 1) - start) return false
    for (let i = 0; i < count; i++) if (held.operations.ids[first + i] !== patch.operations.ids[start + i]) return false
    return sameIn.every((name) => held.projects[name][pair.held] === patch.projects[name][pair.patch])
  }
  return pairs.length === touched.length && pairs.every(isAlike) ? pairs : null
}

const pairedOperations = (held: ScheduleColumns, patch: ScheduleColumns, projects: readonly RowPair[]): RowPair[] =>
  projects.flatMap((pair) => {
    const [first, start] = [firstOf(held, pair.held), firstOf(patch, pair.patch)]
    const count = firstOf(held, pair.held + 1) - first
    return Array.from({ length: count }, (_, i) => ({ held: first + i, patch: start + i }))
  })

const linkColumns = ['lagHours', 'waitHours', 'overlapPercent'] as const

/** Whether the links at the replaced rows are the same in both, in the same order, without links to other rows. */
const hasSameLinks = (held: ScheduleColumns, patch: ScheduleColumns, pairs: readonly RowPair[]): boolean => {
  const patchRows = new Int32Array(held.operations.ids.length).fill(-1)
  for (const pair of pairs) patchRows[pair.held] = pair.patch
  const isIn = (row: number | undefined) => (patchRows[row ?? -1] ?? -1) >= 0
  const own: number[] = []
  for (let link = 0; link < held.links.to.length; link++) {
    const [from, to] = [isIn(held.links.from[link]), isIn(held.links.to[link])]
    if (from !== to) return false
    if (to) own.push(link)
  }
  return (
    own.length === patch.links.to.length &&
    own.every(
      (link, i) =>
        patchRows[held.links.from[link] ?? -1] === patch.links.from[i] &&
        patchRows[held.links.to[link] ?? -1] === patch.links.to[i] &&
        linkColumns.every((name) => held.links[name][link] === patch.links[name][i]),
    )
  )
}

/** The columns of a table with the rows of the patch. An unchanged column remains the same object. */
const written = <T extends { readonly [name: string]: readonly unknown[] }>(
  held: T,
  patch: T,
  names: readonly (keyof T)[],
  pairs: readonly RowPair[],
): T => {
  const entries = names.map((name) => {
    const [before, after] = [held[name] ?? [], patch[name] ?? []]
    const changed = pairs.filter((pair) => before[pair.held] !== after[pair.patch])
    if (changed.length === 0) return [name, before]
    const column = before.slice()
    for (const pair of changed) column[pair.held] = after[pair.patch]
    return [name, column]
  })
  return { ...held, ...Object.fromEntries(entries) }
}

/**
 * Applies a patch that only changes values in rows, as most do. Unchanged columns and the links remain the same objects, so a screen can
 * tell what it need not rebuild. Returns null if the patch adds, removes or moves rows, or changes links.
 */
export const writeOver = (held: ScheduleColumns, patch: Patch): ScheduleColumns | null => {
  const projects = pairedProjects(held, patch)
  if (!projects) return null
  const operations = pairedOperations(held, patch.rows, projects)
  if (!hasSameLinks(held, patch.rows, operations)) return null
  const names = keysOf(held.projects).filter((name) => name !== 'firstOperation')
  return {
    projects: written(held.projects, patch.rows.projects, names, projects),
    operations: written(held.operations, patch.rows.operations, keysOf(held.operations), operations),
    links: held.links,
  }
}
