import type { ScheduleColumns } from '#contract/schedule.ts'
import { keysOf } from '../record-of.ts'
import { compareProjects } from './order-projects.ts'
import { writeOver } from './write-over.ts'

/** Consecutive projects of one of the two schedules that remain consecutive in the merged one. */
interface Run {
  readonly from: ScheduleColumns
  readonly first: number
  end: number
}

/** The projects of both in schedule order, in as few runs as possible; of `held` only the untouched ones. */
const runsOf = (held: ScheduleColumns, patch: ScheduleColumns, touched: ReadonlySet<string>): Run[] => {
  const runs: Run[] = []
  const add = (from: ScheduleColumns, row: number): void => {
    const last = runs.at(-1)
    if (last?.from === from && last.end === row) last.end = row + 1
    else runs.push({ from, first: row, end: row + 1 })
  }
  let next = 0
  const added = patch.projects.ids.length
  for (const [row, id] of held.projects.ids.entries()) {
    if (touched.has(id)) continue
    while (next < added && compareProjects(patch.projects, next, held.projects, row) < 0) add(patch, next++)
    add(held, row)
  }
  while (next < added) add(patch, next++)
  return runs
}

interface Span {
  readonly from: ScheduleColumns
  readonly first: number
  readonly end: number
}

/** Concatenates the same slices of every column of a table. */
const joined = <T extends { readonly [name: string]: readonly unknown[] }>(
  spans: readonly Span[],
  tableOf: (from: ScheduleColumns) => T,
  names: readonly (keyof T)[],
): T => {
  const entries = names.map((name) => {
    const column: unknown[] = []
    return [name, column.concat(...spans.map(({ from, first, end }) => tableOf(from)[name]?.slice(first, end) ?? []))]
  })
  return Object.fromEntries(entries) as T
}

const rowOfProject = ({ projects }: ScheduleColumns, project: number): number => projects.firstOperation[project] ?? 0

/** Links of one of the two schedules with their new rows, in the same order. Links to removed rows are dropped. */
const movedLinks = (of: ScheduleColumns, spans: readonly Span[]) => {
  const rows = new Int32Array(of.operations.ids.length).fill(-1)
  let to = 0
  for (const { from, first, end } of spans) {
    if (from === of) for (let row = first; row < end; row++) rows[row] = to + row - first
    to += end - first
  }
  const links: ScheduleColumns['links'] = { from: [], to: [], lagHours: [], waitHours: [], overlapPercent: [] }
  for (let index = 0; index < of.links.to.length; index++) {
    const [before, after] = [rows[of.links.from[index] ?? -1] ?? -1, rows[of.links.to[index] ?? -1] ?? -1]
    if (before < 0 || after < 0) continue
    links.from.push(before)
    links.to.push(after)
    links.lagHours.push(of.links.lagHours[index] ?? 0)
    links.waitHours.push(of.links.waitHours[index] ?? 0)
    links.overlapPercent.push(of.links.overlapPercent[index] ?? 0)
  }
  return links
}

const mergedLinks = (held: ScheduleColumns['links'], patch: ScheduleColumns['links']): ScheduleColumns['links'] => {
  const links: ScheduleColumns['links'] = { from: [], to: [], lagHours: [], waitHours: [], overlapPercent: [] }
  const take = (of: ScheduleColumns['links'], index: number): void => {
    links.from.push(of.from[index] ?? 0)
    links.to.push(of.to[index] ?? 0)
    links.lagHours.push(of.lagHours[index] ?? 0)
    links.waitHours.push(of.waitHours[index] ?? 0)
    links.overlapPercent.push(of.overlapPercent[index] ?? 0)
  }
  let next = 0
  for (let index = 0; index < held.to.length; index++) {
    while (next < patch.to.length && (patch.to[next] ?? 0) < (held.to[index] ?? 0)) take(patch, next++)
    take(held, index)
  }
  while (next < patch.to.length) take(patch, next++)
  return links
}

/** Concatenates the runs, and returns the old rows of their operations. Copies every column once, in as few slices as possible. */
const joinedRuns = (runs: readonly Run[], like: ScheduleColumns) => {
  const spans = runs.map(({ from, first, end }) => {
    return { from, first: rowOfProject(from, first), end: rowOfProject(from, end) }
  })
  const firstOperation = [0]
  for (const { from, first, end } of runs) {
    for (let row = first; row < end; row++) {
      firstOperation.push((firstOperation.at(-1) ?? 0) + rowOfProject(from, row + 1) - rowOfProject(from, row))
    }
  }
  const projects = joined(runs, (of) => of.projects, keysOf(like.projects))
  const operations = joined(spans, (of) => of.operations, keysOf(like.operations))
  return { projects: { ...projects, firstOperation }, operations, spans }
}

interface Patch {
  readonly touched: readonly string[]
  readonly rows: ScheduleColumns
}

/** Merges the rows of changed projects with the rows of all others. */
export const joinPatch = (held: ScheduleColumns, { touched, rows: patch }: Patch): ScheduleColumns => {
  const { spans, ...tables } = joinedRuns(runsOf(held, patch, new Set(touched)), held)
  return { ...tables, links: mergedLinks(movedLinks(held, spans), movedLinks(patch, spans)) }
}

/** Applies a patch to a schedule: new rows of changed projects replace their old rows. */
export const mergeSchedule = (held: ScheduleColumns, patch: Patch): ScheduleColumns =>
  writeOver(held, patch) ?? joinPatch(held, patch)

/** Concatenates blocks of projects in the given order. Throws if there is none. */
export const joinSchedules = (blocks: readonly ScheduleColumns[]): ScheduleColumns => {
  const [first] = blocks
  if (!first) throw new Error('A schedule has at least one block')
  if (blocks.length === 1) return first
  const runs = blocks.map((from) => ({ from, first: 0, end: from.projects.ids.length }))
  const { spans, ...tables } = joinedRuns(runs, first)
  const links = blocks.map((block) => movedLinks(block, spans))
  const linksOf = (name: keyof ScheduleColumns['links']) => links.flatMap((of) => of[name])
  return {
    ...tables,
    links: {
      from: linksOf('from'),
      to: linksOf('to'),
      lagHours: linksOf('lagHours'),
      waitHours: linksOf('waitHours'),
      overlapPercent: linksOf('overlapPercent'),
    },
  }
}
