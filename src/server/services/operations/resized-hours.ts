import { eq } from 'drizzle-orm'
import type { OperationInput } from '#contract/operations.ts'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { originalEstimate } from '#domain/operations/report-hours-left.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { operations } from '../../db/tables/operations.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

type Row = typeof operations.$inferSelect

/** What the organization calculates with learned times. */
export const selectLearnedPace = async (ctx: TenantContext, tx: Tx): Promise<LearnedPaceUse> => {
  const [tenant] = await tx
    .select({ learnedPace: tenants.learnedPace })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  return tenant?.learnedPace ?? 'shown'
}

/**
 * The original estimate of an operation that a move resizes. Where plans contain the learned pace, its bar has the hours that it takes, so the
 * hours of a longer or shorter bar are known. undefined = the move leaves its hours alone, or sets an estimate.
 */
export const resizedOriginal = (
  learnedPace: LearnedPaceUse,
  { durationHours, categoryId }: Pick<OperationInput, 'durationHours' | 'categoryId'>,
  stored: Pick<Row, 'durationHours' | 'originalHours'>,
): number | undefined =>
  learnedPace === 'plan' && durationHours !== undefined && categoryId === undefined
    ? originalEstimate(stored)
    : undefined
