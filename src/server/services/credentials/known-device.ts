import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { knownDevices } from '../../db/tables/sessions.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { hasEmail, isStorable } from './email.ts'
import { newSecret, secretHash } from './secrets.ts'

const lifetimeMs = 180 * 86_400_000
/** Most known devices of an account. The one unused longest is forgotten first. */
const perAccount = 10

/** The mark that a browser gets at a sign-in and is recognized by at the next one. */
export interface DeviceMark {
  /** Used only in the cookie. */
  readonly secret: string
  readonly expiresAt: Date
}

interface Claim {
  readonly email: string
  readonly deviceHash: string
  readonly now: Date
}

/**
 * The id of the pair of this account and this device, if the account has signed in from the device with its present
 * password. Later sign-ins do not change the id. null = the account is not known on the device.
 */
export const findKnownDevice = async (tx: Tx, { email, deviceHash, now }: Claim): Promise<string | null> => {
  if (!isStorable(email)) return null
  const [known] = await tx
    .select({ knownId: knownDevices.knownId })
    .from(knownDevices)
    .innerJoin(users, eq(users.userId, knownDevices.userId))
    .where(and(eq(knownDevices.deviceHash, deviceHash), gt(knownDevices.expiresAt, now), hasEmail(email)))
  return known?.knownId ?? null
}

/**
 * Remembers a device for an account that has just signed in. The device gets a new secret each time, so that a copy of the
 * old one is useless. Other accounts on the device stay known under the new secret.
 */
export const rememberDevice = async (
  tx: Tx,
  { userId, deviceHash, now }: { userId: string; deviceHash: string | null; now: Date },
): Promise<DeviceMark> => {
  const secret = newSecret()
  const renewedHash = secretHash(secret)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  if (deviceHash !== null) {
    await tx.update(knownDevices).set({ deviceHash: renewedHash }).where(eq(knownDevices.deviceHash, deviceHash))
  }
  await tx
    .insert(knownDevices)
    .values({ deviceHash: renewedHash, userId, expiresAt })
    .onConflictDoUpdate({ target: [knownDevices.deviceHash, knownDevices.userId], set: { expiresAt } })
  await tx.execute(sql`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by expires_at desc offset ${perAccount})`)
  return { secret, expiresAt }
}

/** Forgets all devices of an account, because its password has changed. */
export const forgetDevices = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}
