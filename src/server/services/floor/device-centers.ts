import type { DeviceContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { UnauthenticatedError } from '../../errors.ts'
import { selectCenters } from './manage-devices.ts'

/** The work centers of a device that the organization still has. Without any of them the device has ended (401). */
export const requireCenters = async (ctx: DeviceContext, tx: Tx): Promise<{ categoryId: string; name: string }[]> => {
  const centers = await selectCenters(ctx, tx, ctx.device.categoryIds)
  if (centers.length === 0) throw new UnauthenticatedError('The work centers of this device were removed.')
  return centers
}
