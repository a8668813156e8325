import { mintTenantContext, type TenantContext } from '#server/context.ts'

/** The same caller at a server that has just started on the same database: it holds nothing of what was read before. */
export const onAnotherServer = (ctx: TenantContext): TenantContext =>
  mintTenantContext({ ...ctx, app: { ...ctx.app, db: { ...ctx.app.db, close: async () => undefined } } })
