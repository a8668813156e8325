import { mintTenantContext, type TenantContext } from '#server/context.ts'

/** The same caller on a server that has just started on the same database with empty caches. */
export const onAnotherServer = (ctx: TenantContext): TenantContext =>
  mintTenantContext({ ...ctx, app: { ...ctx.app, db: { ...ctx.app.db, close: async () => undefined } } })
