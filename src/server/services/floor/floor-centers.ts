import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { UnauthenticatedError } from '../../errors.ts'
import { selectCenters } from './manage-devices.ts'

/** The work centers of a shop-floor caller: those of the device, or those that the member has chosen. */
export interface FloorPlace {
  readonly categoryIds: readonly string[]
  /** When the device signed in; null = a member reports in their own name. */
  readonly signedInAt: Date | null
}

/**
 * The work centers of a place that the organization still has, and at which the caller may report work. Without any of them a device
 * has ended (401), and a member sees nothing.
 */
export const floorCenters = async (
  ctx: TenantContext,
  tx: Tx,
  { categoryIds, signedInAt }: FloorPlace,
): Promise<{ categoryId: string; name: string }[]> => {
  const centers = await selectCenters(ctx, tx, categoryIds)
  const own = centers.filter(({ categoryId }) => may(ctx, 'reportWork', { workCenterIds: [categoryId] }).ok)
  if (own.length === 0 && signedInAt) throw new UnauthenticatedError('The work centers of this device were removed.')
  return own
}
