import { and, asc, eq, sql } from 'drizzle-orm'
import type { WorkerName } from '#contract/workers.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { workers } from '../../db/tables/workers.table.ts'
import { ValidationError } from '../../errors.ts'
import type { Write } from '../records/write-tenant.ts'
import type { WorkPerson } from './record-work.ts'

const named = { workerId: workers.workerId, name: workers.name, isActive: workers.isActive }

/** The names of the people on the shop floor, by name. */
export const listWorkerNames = (ctx: TenantContext): Promise<WorkerName[]> =>
  readTenant(ctx, (tx) =>
    tx
      .select(named)
      .from(workers)
      .where(eq(workers.tenantId, ctx.tenantId))
      .orderBy(asc(workers.name), asc(workers.workerId)),
  )

interface NamedPerson {
  readonly workerId?: string | null | undefined
  readonly workerName?: string | undefined
}

/**
 * The person that a planner names: one of the people on the floor by id or by name, or anyone else by name. null = the planner names
 * no one. 400 for an unknown id, and for a name that several people on the floor have.
 */
export const findPerson = async (
  { ctx, tx }: Pick<Write, 'ctx' | 'tx'>,
  { workerId, workerName = '' }: NamedPerson,
): Promise<WorkPerson | null> => {
  const find = (condition: ReturnType<typeof sql>) =>
    tx
      .select(named)
      .from(workers)
      .where(and(eq(workers.tenantId, ctx.tenantId), condition))
      .limit(2)
  const name = workerName.trim()
  if (!workerId && name === '') return null
  const found = workerId
    ? await find(sql`${workers.workerId} = ${workerId}`)
    : await find(sql`lower(${workers.name}) = ${name.toLowerCase()}`)
  if (found.length > 1) {
    throw new ValidationError([
      { path: 'workerName', message: 'Several people have this name. Choose one from the list.' },
    ])
  }
  if (found[0]) return { workerId: found[0].workerId, userId: null, name: found[0].name }
  if (workerId) throw new ValidationError([{ path: 'workerId', message: 'Not a person of this organization' }])
  return { workerId: null, userId: null, name }
}
