import { and, eq } from 'drizzle-orm'
import { nextOfSchedule } from '#domain/time/clock-schedule.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { Tx } from '../../db/database.ts'
import { sourceFiles } from '../../db/tables/data-sources.table.ts'
import { isBroken, nextAfterFailure } from '../exchanges/next-attempt.ts'
import type { DataSourceRow } from './source-rows.ts'

/** A folder is looked into as often as this for a new file. */
const lookEveryMs = minuteMs
/** A folder that failed again and again, or a pushed file whose source has no author who may import. */
export const lookAtBrokenEveryMs = 15 * minuteMs

type Repeating = Pick<DataSourceRow, 'tenantId' | 'sourceId' | 'schedule' | 'origin' | 'isPaused' | 'failures'>

/** Whether a pushed file waits for its run. */
export const hasWaitingFile = async (
  tx: Tx,
  { tenantId, sourceId }: Pick<DataSourceRow, 'tenantId' | 'sourceId'>,
): Promise<boolean> => {
  const found = await tx
    .select({ runId: sourceFiles.runId })
    .from(sourceFiles)
    .where(and(eq(sourceFiles.tenantId, tenantId), eq(sourceFiles.sourceId, sourceId)))
    .limit(1)
  return found.length > 0
}

/**
 * When a source runs next, or looks into its folder: by its schedule in the organization's zone, and soon after its first failures in a
 * row. null = it is paused, or waits for a pushed file.
 */
export const nextRunOf = async (
  tx: Tx,
  source: Repeating,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<Date | null> => {
  const { schedule, origin, isPaused, failures } = source
  const nowMs = now.getTime()
  if (isPaused) return null
  if (origin.kind === 'pushed') return (await hasWaitingFile(tx, source)) ? now : null
  if (schedule.kind === 'arrival' && failures === 0) return new Date(nowMs + lookEveryMs)
  const scheduledMs =
    schedule.kind === 'arrival'
      ? nowMs + (isBroken(source) ? lookAtBrokenEveryMs : Number.POSITIVE_INFINITY)
      : nextOfSchedule(schedule, timeZone, nowMs)
  return new Date(failures > 0 ? nextAfterFailure(failures, scheduledMs, nowMs) : scheduledMs)
}
