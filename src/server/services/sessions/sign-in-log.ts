import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SignIn, SignInOutcome } from '#contract/sign-ins.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { signIns } from '../../db/tables/second-factors.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { hasEmail, isStorable } from '../credentials/email.ts'

/** Origin of an attempt. */
interface Origin {
  /** Network address; null = unknown. */
  readonly address: string | null
  readonly userAgent: string
}

const originColumns = ({ address, userAgent }: Origin) => ({
  address: (address ?? '').slice(0, 64),
  userAgent: userAgent.slice(0, 200),
})

interface Attempt extends Origin {
  readonly signInId: string
  readonly email: string
  readonly outcome: SignInOutcome
  readonly now: Date
}

/**
 * Notes an attempt as failed before it is checked, so that a failure costs nothing more than an unknown account does, and a
 * crash loses none. Does nothing for an unknown account.
 */
export const noteAttempt = async (tx: Tx, attempt: Attempt): Promise<void> => {
  const { signInId, email, outcome, now } = attempt
  if (!isStorable(email)) return
  const { address, userAgent } = originColumns(attempt)
  await tx.execute(sql`
    insert into ${signIns} (sign_in_id, user_id, at, address, user_agent, outcome)
    select ${signInId}::uuid, ${users.userId}, ${now.toISOString()}::timestamptz, ${address}, ${userAgent}, ${outcome}
    from ${users} where ${hasEmail(email)}`)
}

/** Corrects how a noted attempt ended, and which organization it entered. */
export const noteOutcome = async (
  tx: Tx,
  signInId: string,
  { outcome, enteredTenantId }: { readonly outcome: SignInOutcome; readonly enteredTenantId: string | null },
): Promise<void> => {
  await tx.update(signIns).set({ outcome, enteredTenantId }).where(eq(signIns.signInId, signInId))
}

/** Deletes the row for the first half of a sign-in once another row covers the whole of it. */
export const forgetAttempt = async (tx: Tx, signInId: string): Promise<void> => {
  await tx.delete(signIns).where(eq(signIns.signInId, signInId))
}

interface Entry extends Origin {
  readonly userId: string
  readonly tenantId: string
  readonly now: Date
}

/** Notes that a signed-in person chose an organization. */
export const noteEntry = async (tx: Tx, { userId, tenantId, now, ...origin }: Entry): Promise<void> => {
  await tx.insert(signIns).values({
    signInId: orderedId(),
    userId,
    at: now,
    ...originColumns(origin),
    outcome: 'entered',
    enteredTenantId: tenantId,
  })
}

const listed = 50

/** The noted attempts that match a condition, the newest first. */
export const findSignIns = async (tx: Tx, condition: SQL | undefined): Promise<SignIn[]> => {
  const rows = await tx
    .select({ signIn: signIns, tenantName: tenants.name })
    .from(signIns)
    .leftJoin(tenants, eq(tenants.tenantId, signIns.enteredTenantId))
    .where(condition)
    .orderBy(desc(signIns.at), desc(signIns.signInId))
    .limit(listed)
  return rows.map(({ signIn: { signInId, at, outcome, address, userAgent }, tenantName }) => ({
    signInId,
    outcome,
    address,
    userAgent,
    tenantName,
    at: at.toISOString(),
  }))
}
