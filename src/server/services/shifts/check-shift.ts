import { and, eq, ne } from 'drizzle-orm'
import type { ShiftVersion } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { ConflictError, ValidationError } from '../../errors.ts'

/** 409 when another shift pattern has this name. */
export const requireFreeName = async (ctx: TenantContext, tx: Tx, name: string, exceptId?: string): Promise<void> => {
  const others = await tx
    .select({ shiftId: shifts.shiftId })
    .from(shifts)
    .where(
      and(
        eq(shifts.tenantId, ctx.tenantId),
        eq(shifts.name, name),
        exceptId === undefined ? undefined : ne(shifts.shiftId, exceptId),
      ),
    )
  if (others.length > 0) throw new ConflictError(`A shift pattern with this name already exists: ${name}.`)
}

/** 400 when two weeks of a pattern begin on the same day: which of them holds would be chance. */
export const requireDistinctStarts = (versions: readonly ShiftVersion[] | undefined): void => {
  const starts = (versions ?? []).map(({ effectiveFrom }) => effectiveFrom)
  if (new Set(starts).size < starts.length) {
    throw new ValidationError([{ path: 'versions', message: 'Two weeks begin on the same day' }])
  }
}
