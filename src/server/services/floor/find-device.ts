import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { ianaZone } from '#contract/time-zones.ts'
import { sessionLimits } from '#domain/access/session-limits.ts'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices, DeviceContext } from '../../context.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { secretHash } from '../credentials/secrets.ts'

/** The last use of a device that counts as unused and has to sign in again. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - floorDeviceLimits.idleDays * dayMs)

type FoundDevice = Pick<DeviceContext, 'tenantId' | 'timeZone' | 'device'>

/** The device of a cookie, and its organization; null when it was removed, signed out or idle, or the organization is not active. */
export const findDevice = async (app: AppServices, secret: string): Promise<FoundDevice | null> => {
  const now = app.now()
  const [row] = await app.db.readSystem((tx) =>
    tx
      .select({ device: floorDevices, timeZone: tenants.timeZone })
      .from(floorDevices)
      .innerJoin(tenants, and(eq(tenants.tenantId, floorDevices.tenantId), eq(tenants.status, 'Active')))
      .where(and(eq(floorDevices.credentialHash, secretHash(secret)), gt(floorDevices.lastSeenAt, idleSince(now)))),
  )
  if (!row?.device.signedInAt) return null
  const { tenantId, deviceId, name, categoryIds, signedInAt, lastSeenAt } = row.device
  const before = new Date(now.getTime() - sessionLimits.touchEveryMs)
  if (lastSeenAt === null || lastSeenAt <= before) {
    const isUnnoted = or(isNull(floorDevices.lastSeenAt), lt(floorDevices.lastSeenAt, now))
    const isIt = and(eq(floorDevices.tenantId, tenantId), eq(floorDevices.deviceId, deviceId), isUnnoted)
    await storeIfPossible(() => app.db.withSystem((tx) => tx.update(floorDevices).set({ lastSeenAt: now }).where(isIt)))
  }
  return { tenantId, timeZone: ianaZone(row.timeZone), device: { deviceId, name, categoryIds, signedInAt } }
}
