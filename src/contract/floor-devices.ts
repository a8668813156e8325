import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, RequiredLine } from './fields.ts'

export const floorDeviceLimits = {
  /** Maximum number of devices in one organization. */
  perOrganization: 200,
  /** Maximum number of work centers of one device. */
  workCenters: 20,
  codeMinutes: 15,
  /** A device that was not used for this many days has to sign in again. */
  idleDays: 90,
} as const

/** `waiting` = its code was not used yet; `codeExpired` = its code was never used and has expired; `idle` = not used for 90 days. */
export const FloorDeviceStatus = z.enum(['waiting', 'codeExpired', 'signedIn', 'idle'])
export type FloorDeviceStatus = z.infer<typeof FloorDeviceStatus>

/** A tablet on the shop floor. It can display and report the work of its work centers, and nothing else. */
export const FloorDevice = z.object({
  deviceId: z.string(),
  name: z.string(),
  /** Its work centers that still exist, in order. A device without any is refused. */
  workCenters: z.array(z.object({ categoryId: z.string(), name: z.string() })),
  status: FloorDeviceStatus,
  createdAt: Instant,
  createdBy: z.string(),
  /** null = never. */
  signedInAt: z.nullable(Instant),
  /** To the minute; null = never. */
  lastSeenAt: z.nullable(Instant),
  /** Expiry of its code; null = it has none. */
  codeExpiresAt: z.nullable(Instant),
})
export type FloorDevice = z.infer<typeof FloorDevice>

const WithCode = z.extend(FloorDevice, {
  /** Typed on the device once; null in an answer repeated under its Idempotency-Key. */
  pairingCode: z.nullable(z.string()),
})

export const listFloorDevices = endpoint({
  method: 'GET',
  path: '/floor-devices',
  access: 'manageDevices',
  summary: 'The shop-floor devices of the organization, by name',
  failed: 'Failed to fetch shop-floor devices',
  response: z.array(FloorDevice),
})

/** The work centers displayed on the shop floor, by a tablet or for a member. */
export const FloorWorkCenterIds = z
  .array(Id)
  .check(
    z.minLength(1, 'Choose at least one work center'),
    z.maxLength(floorDeviceLimits.workCenters, `At most ${floorDeviceLimits.workCenters} work centers`),
  )

export const FloorDeviceInput = z.object({ name: RequiredLine('Name', 80), categoryIds: FloorWorkCenterIds })
export type FloorDeviceInput = z.infer<typeof FloorDeviceInput>

/** 400 for an unknown work center; 422 beyond 200 devices. */
export const postFloorDevice = endpoint({
  method: 'POST',
  path: '/floor-devices',
  access: 'manageDevices',
  summary: 'Add a shop-floor device; its code is shown only once and expires after 15 minutes',
  failed: 'Failed to add the device',
  body: FloorDeviceInput,
  response: WithCode,
  status: 201,
})

const params = z.object({ deviceId: Id })

export const postFloorDeviceCode = endpoint({
  method: 'POST',
  path: '/floor-devices/:deviceId/code',
  access: 'manageDevices',
  summary: 'Make a new code for a device; whatever is signed in as it stays so until the code is used',
  failed: 'Failed to make a new code',
  params,
  response: WithCode,
})

export const deleteFloorDevice = endpoint({
  method: 'DELETE',
  path: '/floor-devices/:deviceId',
  access: 'manageDevices',
  summary: 'Remove a device; it is refused from its next call on',
  failed: 'Failed to remove the device',
  params,
  response: z.undefined(),
  status: 204,
})
