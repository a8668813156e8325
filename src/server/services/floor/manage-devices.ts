import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import {
  type FloorDevice,
  type FloorDeviceInput,
  type FloorDeviceStatus,
  floorDeviceLimits,
} from '#contract/floor-devices.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { codeOf, shownCode } from '#domain/floor/device-code.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { NotFoundError, RuleError, ValidationError } from '../../errors.ts'
import { secretHash } from '../credentials/secrets.ts'
import { isoOrNull } from '../records/record-fields.ts'
import type { HistoryLine } from '../records/store-history.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { idleSince } from './find-device.ts'

type DeviceRow = typeof floorDevices.$inferSelect
type Center = FloorDevice['workCenters'][number]
type WithCode = FloorDevice & { readonly pairingCode: string }

/** An entry about a device, for the audit log. */
export const auditLine = (
  { deviceId }: Pick<DeviceRow, 'deviceId'>,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): HistoryLine => ({
  entity: 'user',
  entityId: deviceId,
  action: 'update',
  changes: [{ field: 'floorDevice', from, to }],
})

const statusOf = ({ credentialHash, lastSeenAt, codeHash, codeExpiresAt }: DeviceRow, now: Date): FloorDeviceStatus => {
  if (credentialHash !== null) return lastSeenAt !== null && lastSeenAt > idleSince(now) ? 'signedIn' : 'idle'
  return codeHash !== null && codeExpiresAt !== null && codeExpiresAt > now ? 'waiting' : 'codeExpired'
}

const present = (row: DeviceRow, centers: readonly Center[], now: Date): FloorDevice => ({
  deviceId: row.deviceId,
  name: row.name,
  workCenters: centers.filter(({ categoryId }) => row.categoryIds.includes(categoryId)),
  status: statusOf(row, now),
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  signedInAt: isoOrNull(row.signedInAt),
  lastSeenAt: isoOrNull(row.lastSeenAt),
  codeExpiresAt: isoOrNull(row.codeExpiresAt),
})

/** The organization's work centers, or the ones in `ids`, in their stored order. */
export const selectCenters = async (ctx: TenantContext, tx: Tx, ids?: readonly string[]): Promise<Center[]> => {
  const rows = await tx
    .select({ categoryId: categories.categoryId, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), ids && inArray(categories.categoryId, [...ids])))
    .orderBy(asc(categories.sequence), asc(categories.name))
  return rows.filter(isWorkCenter).map(({ categoryId, name }) => ({ categoryId, name }))
}

/** The devices of the organization, by name. */
export const listFloorDevices = (ctx: TenantContext): Promise<FloorDevice[]> =>
  readTenant(ctx, async (tx) => {
    const centers = await selectCenters(ctx, tx)
    const rows = await tx
      .select()
      .from(floorDevices)
      .where(eq(floorDevices.tenantId, ctx.tenantId))
      .orderBy(asc(floorDevices.name), asc(floorDevices.deviceId))
    return rows.map((row) => present(row, centers, ctx.app.now()))
  })

const newCode = (): string => codeOf(randomBytes(64)) ?? newCode()

const codeColumns = (code: string, now: Date) => ({
  codeHash: secretHash(code),
  codeExpiresAt: new Date(now.getTime() + floorDeviceLimits.codeMinutes * minuteMs),
})

/** Adds a device. Its code is in this answer only. 400 for what is no work center of the organization, 422 beyond 200 devices. */
export const createFloorDevice = (ctx: TenantContext, { name, categoryIds }: FloorDeviceInput): Promise<WithCode> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [own] = await tx
      .select({ devices: count() })
      .from(floorDevices)
      .where(eq(floorDevices.tenantId, ctx.tenantId))
    if ((own?.devices ?? 0) >= floorDeviceLimits.perOrganization) {
      throw new RuleError(`An organization has at most ${floorDeviceLimits.perOrganization} devices.`)
    }
    const ids = [...new Set(categoryIds)]
    const centers = await selectCenters(ctx, tx, ids)
    if (centers.length < ids.length) {
      throw new ValidationError([{ path: 'categoryIds', message: 'Not a work center of this organization' }])
    }
    const [now, code] = [ctx.app.now(), newCode()]
    const row: DeviceRow = {
      tenantId: ctx.tenantId,
      deviceId: randomUUID(),
      name,
      categoryIds: ids,
      createdAt: now,
      createdBy: ctx.userName,
      ...codeColumns(code, now),
      credentialHash: null,
      signedInAt: null,
      lastSeenAt: null,
    }
    await tx.insert(floorDevices).values(row)
    record.history(auditLine(row, { from: null, to: name }))
    return { ...present(row, centers, now), pairingCode: shownCode(code) }
  })

const isIt = (ctx: TenantContext, deviceId: string) =>
  and(eq(floorDevices.tenantId, ctx.tenantId), eq(floorDevices.deviceId, deviceId))

/** Makes a new code. The device stays signed in until the code is used. 404. */
export const renewFloorDeviceCode = (ctx: TenantContext, { deviceId }: { deviceId: string }): Promise<WithCode> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [now, code] = [ctx.app.now(), newCode()]
    const [row] = await tx.update(floorDevices).set(codeColumns(code, now)).where(isIt(ctx, deviceId)).returning()
    if (!row) throw new NotFoundError()
    record.history(auditLine(row, { from: null, to: `${row.name} (new code)` }))
    return { ...present(row, await selectCenters(ctx, tx), now), pairingCode: shownCode(code) }
  })

/** Removes a device, from its next call on. 404. */
export const deleteFloorDevice = (ctx: TenantContext, { deviceId }: { deviceId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [row] = await tx.delete(floorDevices).where(isIt(ctx, deviceId)).returning()
    if (!row) throw new NotFoundError()
    record.history(auditLine(row, { from: row.name, to: null }))
  })
