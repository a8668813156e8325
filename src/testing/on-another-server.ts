import { newServices, type TenantContext, withServices } from '#server/context.ts'

/** The same caller on a server that has just started on the same database with empty caches. */
export const onAnotherServer = (ctx: TenantContext): TenantContext => withServices(ctx, newServices(ctx.app))
