import type { FastifyReply } from 'fastify'
import type { TenantContext } from '../context.ts'
import { tenantToday } from '../services/tenants/tenant-today.ts'

/** Makes the answer a file that is called after what it holds and the day where the organization is: 'projects-2026-11-27.csv'. */
export const nameDownload = async (
  ctx: TenantContext,
  reply: FastifyReply,
  { name, ending }: { readonly name: string; readonly ending: string },
): Promise<void> => {
  const fileName = `${name}-${await tenantToday(ctx)}.${ending}`
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`)
}
