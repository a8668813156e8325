import { eq } from 'drizzle-orm'
import type { ShiftVersion } from '#contract/shifts.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { groupShifts, type ShiftGroup } from '#domain/import/group-shifts.ts'
import { nameKey, TextMap } from '#domain/import/text-key.ts'
import { shifts } from '../../../db/tables/shifts.table.ts'
import { changeShiftWithin, createShiftWithin } from '../../shifts/write-shifts.ts'
import type { PlannedSettings, PlanScope, SettingsWrite } from './plan-settings.ts'

type ShiftRow = typeof shifts.$inferSelect

const mostWeeks = 50

/** The weeks of a pattern after the import. Weeks in the table replace stored ones that begin on the same day. */
const versionsAfter = ({ versions }: ShiftGroup, before: ShiftRow | null): ShiftVersion[] => {
  const inTable = new Map(versions.map((version) => [version.effectiveFrom, version]))
  const kept = (before?.versions ?? []).map((version) => inTable.get(version.effectiveFrom) ?? version)
  const known = new Set(kept.map(({ effectiveFrom }) => effectiveFrom))
  return [...kept, ...versions.filter(({ effectiveFrom }) => !known.has(effectiveFrom))]
}

/** Shift patterns, found by name. Several rows make one pattern, so an error in one of them leaves the whole pattern out. */
export const planShifts = async ({ ctx, tx, read, outcomes }: PlanScope): Promise<PlannedSettings> => {
  const stored = await tx.select().from(shifts).where(eq(shifts.tenantId, ctx.tenantId))
  const byName = new TextMap(
    stored.map((row) => [row.name, row] as const),
    nameKey,
  )
  const { groups, problems } = groupShifts(read.rows)
  for (const problem of problems) outcomes.fail(problem)
  const writes: SettingsWrite[] = []
  for (const group of groups) {
    const broken = group.rows.find(outcomes.hasFailed)
    const before = byName.get(group.name) ?? null
    const versions = versionsAfter(group, before)
    const message =
      broken !== undefined
        ? `Its pattern has an error in row ${broken + 1}`
        : versions.length > mostWeeks ||
            versions.some(({ periods, breaks }) => periods.length > 200 || breaks.length > 200)
          ? 'A pattern has at most 50 weeks of 200 periods'
          : null
    if (message) {
      for (const row of group.rows) if (!outcomes.hasFailed(row)) outcomes.fail({ row, field: null, message })
      continue
    }
    const { name, description } = group
    if (!before) {
      for (const row of group.rows) outcomes.mark(row, 'create')
      const input = { name, versions, ...(description !== undefined && { description }) }
      writes.push({ id: null, store: async (write) => void (await createShiftWithin(write, { input })) })
      continue
    }
    const changes = {
      ...(!sameValue(versions, before.versions) && { versions }),
      ...(description !== undefined && description !== before.description && { description }),
    }
    const isChanged = Object.keys(changes).length > 0
    for (const row of group.rows) outcomes.mark(row, isChanged ? 'update' : 'unchanged')
    if (!isChanged) continue
    const change = { shiftId: before.shiftId, input: changes, expectedVersion: before.version }
    writes.push({ id: before.shiftId, store: async (write) => void (await changeShiftWithin(write, change)) })
  }
  return { writes }
}
