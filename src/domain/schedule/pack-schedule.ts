import type { PackedColumns } from '#contract/packed-columns.ts'
import type { ScheduleColumns } from '#contract/schedule.ts'
import { minuteMs } from '../time/units.ts'
import { packer, unpacker } from './pack-columns.ts'

const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs)
const noStart = 1
const noEnd = 2

interface Times {
  readonly startMs: readonly number[]
  readonly endMs: readonly number[]
}

/**
 * Writes times as minutes: each start as the difference from the end before it, and each end as the difference from its start.
 * Milliseconds beyond whole minutes and rows without a time are rare, so these two columns of their own take little room.
 */
export const packTimes = ({ startMs, endMs }: Times, numbers: (name: string, column: number[]) => void): void => {
  const missing = startMs.map((start, row) => (start === 0 ? noStart : 0) + (endMs[row] === 0 ? noEnd : 0))
  const starts: number[] = []
  const ends: number[] = []
  const startRests: number[] = []
  const endRests: number[] = []
  let before = 0
  for (let row = 0; row < startMs.length; row++) {
    const [start, end] = [startMs[row] ?? 0, endMs[row] ?? 0]
    if (start !== 0) {
      starts.push(minuteOf(start) - before)
      startRests.push(start - minuteOf(start) * minuteMs)
      before = minuteOf(start)
    }
    if (end === 0) continue
    ends.push(minuteOf(end) - before)
    endRests.push(end - minuteOf(end) * minuteMs)
    before = minuteOf(end)
  }
  numbers('noTime', missing)
  numbers('starts', starts)
  numbers('startRests', startRests)
  numbers('ends', ends)
  numbers('endRests', endRests)
}

/** Reads the times that `packTimes` has written. */
export const unpackTimes = (numbers: (name: string) => number[]): { startMs: number[]; endMs: number[] } => {
  const missing = numbers('noTime')
  const next = { start: [numbers('starts'), numbers('startRests')], end: [numbers('ends'), numbers('endRests')] }
  const indexes = { start: 0, end: 0 }
  let before = 0
  const take = (which: 'start' | 'end'): number => {
    const [minutes, rests] = next[which]
    const index = indexes[which]++
    before += minutes?.[index] ?? 0
    return before * minuteMs + (rests?.[index] ?? 0)
  }
  const startMs: number[] = []
  const endMs: number[] = []
  for (const none of missing) {
    startMs.push((none & noStart) === 0 ? take('start') : 0)
    endMs.push((none & noEnd) === 0 ? take('end') : 0)
  }
  return { startMs, endMs }
}

const without = (column: readonly number[], of: readonly number[]): number[] =>
  column.map((value, row) => (of[row] ?? 0) - value)

/** Packs the rows for the wire. The category column holds positions in `categoryIds`. */
export const packSchedule = (
  { projects, operations, links }: ScheduleColumns,
  categoryIds: readonly string[],
): PackedColumns => {
  const { packed, ids, listed, numbers } = packer()
  ids('projects', projects.ids)
  listed('numbers', projects.numbers)
  listed('projectNames', projects.names)
  numbers('priorities', projects.priorities)
  numbers('due', projects.dueMs)
  // Many organizations release projects as soon as they are entered.
  if (projects.releaseMs.some((ms) => ms !== 0)) numbers('releases', projects.releaseMs)
  numbers('projectFlags', projects.flags)
  numbers('states', projects.states)
  numbers('lateness', projects.latenessDays)
  numbers('pastDue', projects.pastDueDays)
  numbers('projectVersions', projects.versions)
  numbers('firstOperation', projects.firstOperation)
  ids('operations', operations.ids)
  listed('names', operations.names)
  listed(
    'categories',
    operations.category.map((index) => categoryIds[index] ?? null),
  )
  // Few organizations have pools.
  if (operations.pool.some((index) => index >= 0)) {
    listed(
      'pools',
      operations.pool.map((index) => categoryIds[index] ?? null),
    )
  }
  packTimes(operations, numbers)
  numbers('progress', operations.progressPercentage)
  numbers('hours', operations.durationHours)
  numbers('flags', operations.flags)
  numbers('standings', operations.states)
  numbers('versions', operations.versions)
  numbers('sequences', operations.sequences)
  numbers('materials', operations.materialReadyMs)
  // Few organizations have setup families.
  if (operations.families.some((family) => family !== '')) listed('families', operations.families)
  numbers('linksTo', links.to)
  numbers('linksFrom', without(links.from, links.to))
  numbers('lags', links.lagHours)
  // Few organizations count lags by the clock.
  if (links.waitHours.some((hours) => hours !== 0)) numbers('waits', links.waitHours)
  // Few organizations let operations overlap.
  if (links.overlapPercent.some((percent) => percent !== 0)) numbers('overlaps', links.overlapPercent)
  return packed
}

/** Reads the rows that `packSchedule` has written. */
export const unpackSchedule = (packed: PackedColumns, categoryIds: readonly string[]): ScheduleColumns => {
  const { ids, listed, nullable, numbers, strings } = unpacker(packed)
  const to = numbers('linksTo')
  const waits = numbers('waits')
  const overlaps = numbers('overlaps')
  const names = strings('names')
  const families = listed('families', String)
  const projectIds = ids('projects')
  const releases = numbers('releases')
  const category = listed('categories', (id) => categoryIds.indexOf(String(id)))
  const pool = listed('pools', (id) => categoryIds.indexOf(String(id)))
  return {
    projects: {
      ids: projectIds,
      numbers: strings('numbers'),
      names: strings('projectNames'),
      priorities: numbers('priorities'),
      dueMs: numbers('due'),
      releaseMs: releases.length > 0 ? releases : projectIds.map(() => 0),
      flags: numbers('projectFlags'),
      states: numbers('states'),
      latenessDays: nullable('lateness'),
      pastDueDays: nullable('pastDue'),
      versions: numbers('projectVersions'),
      firstOperation: numbers('firstOperation'),
    },
    operations: {
      ids: ids('operations'),
      names,
      category,
      pool: pool.length > 0 ? pool : category.map(() => -1),
      ...unpackTimes(numbers),
      progressPercentage: numbers('progress'),
      durationHours: numbers('hours'),
      flags: numbers('flags'),
      states: numbers('standings'),
      versions: numbers('versions'),
      sequences: numbers('sequences'),
      materialReadyMs: numbers('materials'),
      families: families.length > 0 ? families : names.map(() => ''),
    },
    links: {
      from: without(numbers('linksFrom'), to),
      to,
      lagHours: numbers('lags'),
      waitHours: waits.length > 0 ? waits : to.map(() => 0),
      overlapPercent: overlaps.length > 0 ? overlaps : to.map(() => 0),
    },
  }
}
