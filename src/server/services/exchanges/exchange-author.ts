import { and, eq } from 'drizzle-orm'
import type { Action } from '#contract/actions.ts'
import { may } from '#domain/access/rights.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ForbiddenError } from '../../errors.ts'
import { AuthorProblem } from '../../exchange/exchange-problem.ts'
import { type Holder, holderOf, personColumns } from '../sessions/person-facts.ts'

/** Whose rights a data source or a scheduled export has. */
export interface Authored {
  readonly tenantId: string
  readonly createdBy: string
  readonly createdByUserId: string
}

/** Whether the reader may change it: its author and admins may. */
export const isMine = (ctx: TenantContext, { createdByUserId }: Authored): boolean =>
  createdByUserId === ctx.userId || may(ctx, 'manageExchange').ok

/** 403 for those who are neither its author nor an admin. */
export const requireMine = (ctx: TenantContext, row: Authored): void => {
  const decision = may(ctx, 'manageExchange')
  if (row.createdByUserId !== ctx.userId && !decision.ok) throw new ForbiddenError(decision.reason)
}

/** The person who changes it answers for it from then on. */
export const newAuthor = (ctx: TenantContext): Pick<Authored, 'createdBy' | 'createdByUserId'> => ({
  createdBy: ctx.userName,
  createdByUserId: ctx.userId,
})

const canTakeOver = 'An admin can take it over by changing it.'

/**
 * The author with the present rights, and the zone of the organization. Throws `AuthorProblem` when the author has left or may no longer
 * do the action; `verb` says in its sentence what that is.
 */
export const requireAuthor = async (
  app: AppServices,
  { tenantId, createdBy, createdByUserId }: Authored,
  { action, verb }: { readonly action: Action; readonly verb: string },
): Promise<Holder> => {
  const [found] = await app.db.readSystem((tx) =>
    tx
      .select(personColumns)
      .from(users)
      .innerJoin(tenants, and(eq(tenants.tenantId, tenantId), eq(tenants.status, 'Active')))
      .leftJoin(memberships, and(eq(memberships.tenantId, tenantId), eq(memberships.userId, users.userId)))
      .where(eq(users.userId, createdByUserId)),
  )
  const holder = found && holderOf(found)
  if (!found || !holder) throw new AuthorProblem(`Its author ${createdBy} has left or is disabled. ${canTakeOver}`)
  if (!may(holder, action).ok) throw new AuthorProblem(`Its author ${createdBy} may no longer ${verb}. ${canTakeOver}`)
  return { ...holder, timeZone: found.tenant.timeZone }
}
