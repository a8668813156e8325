import type { TenantContext } from '../context.ts'
import type { Tx } from './database.ts'
import type { Turn } from './engine.ts'

/** Reads inside the context's organization, without writes. A read of all its operations passes `long`. */
export const readTenant = <T>(ctx: TenantContext, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T> =>
  ctx.app.db.readTenant(ctx, work, turn)
