import type { AppServices, TenantContext } from '#server/context.ts'
import { signInDevice } from '#server/services/floor/device-sign-in.ts'
import { createFloorDevice } from '#server/services/floor/manage-devices.ts'
import type { Actor } from './build-user.ts'

let count = 0

/** A signed-in shop-floor device for some work centers. */
export const buildDevice = async (
  ctx: TenantContext,
  { categoryIds, name }: { readonly categoryIds: readonly string[]; readonly name?: string },
): Promise<Actor> => {
  count += 1
  const made = await createFloorDevice(ctx, { name: name ?? `Tablet ${count}`, categoryIds: [...categoryIds] })
  return signedInDevice(ctx.app, ctx.tenantId, made.pairingCode)
}

/** The device that signs in with a code, from an unknown address. */
export const signedInDevice = async (app: AppServices, tenantId: string, code: string): Promise<Actor> => {
  const { deviceId, name, secret } = await signInDevice(app, { code, address: null, requestId: 'test' })
  return { userId: deviceId, name, email: '', tenantId, sessionSecret: null, floorSecret: secret }
}
