import { and, eq, gt } from 'drizzle-orm'
import { typedCode } from '#domain/floor/device-code.ts'
import type { AppServices, DeviceContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { AppError } from '../../errors.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { countCodeAttempt, forgiveCodeAttempt } from '../credentials/throttle.ts'
import { storeHistory } from '../records/store-history.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { auditLine } from './manage-devices.ts'

interface SignIn {
  readonly code: string
  /** null = unknown. */
  readonly address: string | null
  readonly requestId: string
}

/** Uses up the code, so that a second attempt at the same time finds none. null = no active organization has such a code. */
const useCode = async (tx: Tx, codeHash: string, credentialHash: string, now: Date) => {
  const isUsable = and(eq(floorDevices.codeHash, codeHash), gt(floorDevices.codeExpiresAt, now))
  const [found] = await tx
    .select({ tenantId: floorDevices.tenantId, deviceId: floorDevices.deviceId })
    .from(floorDevices)
    .innerJoin(tenants, and(eq(tenants.tenantId, floorDevices.tenantId), eq(tenants.status, 'Active')))
    .where(isUsable)
    .limit(1)
  if (!found) return null
  const [device] = await tx
    .update(floorDevices)
    .set({ codeHash: null, codeExpiresAt: null, credentialHash, signedInAt: now, lastSeenAt: now })
    .where(and(eq(floorDevices.tenantId, found.tenantId), eq(floorDevices.deviceId, found.deviceId), isUsable))
    .returning()
  return device ?? null
}

/**
 * Signs a device in with its code. The returned secret belongs into its cookie. Whatever was signed in as this device before is
 * signed out. The same answer for a wrong, a used and an expired code; 429 after too many.
 */
export const signInDevice = async (
  app: AppServices,
  { code: typed, address, requestId }: SignIn,
): Promise<{ readonly deviceId: string; readonly name: string; readonly secret: string }> => {
  const [now, code, secret] = [app.now(), typedCode(typed), newSecret()]
  await countCodeAttempt(app.db, { code, address }, now)
  const device = await app.db.withSystem(async (tx) => {
    const found = await useCode(tx, secretHash(code), secretHash(secret), now)
    if (!found) return null
    await forgiveCodeAttempt(tx, { code, address })
    const { tenantId, deviceId, name } = found
    const author = {
      app,
      tenantId,
      requestId,
      userId: deviceId,
      userName: name,
      source: 'floor',
      clientId: null,
    } as const
    await storeHistory(author, tx, [auditLine(found, { from: null, to: `${name} signed in` })])
    return { deviceId, name }
  })
  if (!device) {
    throw new AppError('invalid_credentials', 'This code is wrong, used or expired. Ask an admin for a new one.')
  }
  return { ...device, secret }
}

/** Signs a device out. It stays in the list, and needs a new code. */
export const signOutDevice = (ctx: DeviceContext): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const { deviceId, name } = ctx.device
    await tx
      .update(floorDevices)
      .set({ credentialHash: null, signedInAt: null })
      .where(and(eq(floorDevices.tenantId, ctx.tenantId), eq(floorDevices.deviceId, deviceId)))
    record.history(auditLine({ deviceId }, { from: `${name} signed in`, to: null }))
  })
