import { mintTenantContext, type TenantContext } from '#server/context.ts'

/** The same caller with other facts, such as another role or the next request. */
export const withFacts = (ctx: TenantContext, facts: Partial<TenantContext>): TenantContext =>
  mintTenantContext({ ...ctx, ...facts })
