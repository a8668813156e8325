import type { ValuesByName } from '#contract/columns.ts'
import type { ScheduleColumns, ScheduleRows } from '#contract/schedule.ts'
import { instantUnits, readColumns, writeIds, writeList, writeRuns, writeSteps } from '../columns.ts'

/** The rows of the schedule as they are sent. */
export const writeSchedule = ({
  projects,
  operations,
  links,
}: { [Table in keyof ScheduleRows]: ValuesByName<ScheduleRows[Table]> }): ScheduleRows => ({
  projects: {
    ids: writeIds(projects.ids),
    numbers: writeRuns(projects.numbers),
    names: writeRuns(projects.names),
    priorities: writeRuns(projects.priorities),
    ...writeSteps({ dueMs: projects.dueMs, releaseMs: projects.releaseMs }, instantUnits, { releaseMs: 'dueMs' }),
    flags: writeRuns(projects.flags),
    states: writeRuns(projects.states),
    latenessDays: writeRuns(projects.latenessDays),
    pastDueDays: writeRuns(projects.pastDueDays),
    ...writeSteps({ p10Ms: projects.p10Ms, p90Ms: projects.p90Ms }, instantUnits, { p90Ms: 'p10Ms' }),
    versions: writeRuns(projects.versions),
    ...writeSteps({ firstOperation: projects.firstOperation }),
  },
  operations: {
    ids: writeIds(operations.ids),
    names: writeList(operations.names),
    category: writeList(operations.category),
    pool: writeList(operations.pool),
    ...writeSteps({ startMs: operations.startMs, endMs: operations.endMs }, instantUnits, { endMs: 'startMs' }),
    ...writeSteps({ materialReadyMs: operations.materialReadyMs }, instantUnits),
    progressPercentage: writeRuns(operations.progressPercentage),
    durationHours: writeRuns(operations.durationHours),
    flags: writeRuns(operations.flags),
    states: writeRuns(operations.states),
    versions: writeRuns(operations.versions),
    ...writeSteps({ sequences: operations.sequences }),
    families: writeList(operations.families),
  },
  links: {
    ...writeSteps({ from: links.from, to: links.to }),
    lagHours: writeRuns(links.lagHours),
    waitHours: writeRuns(links.waitHours),
    overlapPercent: writeRuns(links.overlapPercent),
  },
})

/** Reads the rows of the schedule; work centers become their places in `categoryIds`. */
export const readSchedule = (rows: ScheduleRows, categoryIds: readonly string[]): ScheduleColumns => {
  const places = new Map<string | null, number>(categoryIds.map((id, place) => [id, place]))
  const { category, pool, ...operations } = readColumns(rows.operations)
  const placesOf = (ids: readonly (string | null)[]): number[] => ids.map((id) => places.get(id) ?? -1)
  return {
    projects: readColumns(rows.projects),
    operations: { ...operations, category: placesOf(category), pool: placesOf(pool) },
    links: readColumns(rows.links),
  }
}
