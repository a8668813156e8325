import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type AssistantCall, assistantCallsPage, keptAssistantCalls } from '#contract/assistants.ts'
import { may } from '#domain/access/rights.ts'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { assistantCalls } from '../../db/tables/assistant-calls.table.ts'
import type { AssistantCaller } from './tool-answer.ts'

const mostAsked = 500
const mostAnswer = 300

/** Anything that looks like a token or a password header, wherever an assistant wrote it. */
const secrets = /sch_[\w-]+|bearer\s+[\w.~+/=-]{8,}|eyJ[\w-]{10,}\.[\w.-]+/gi

/** A text as the log stores it: without secrets, shortened, and without characters that cannot be stored. */
const logged = (text: string, most: number): string => {
  const safe = text.replaceAll(secrets, '[secret]').replaceAll('\u0000', '').toWellFormed()
  return safe.length > most ? `${safe.slice(0, most - 1).toWellFormed()}…` : safe
}

interface CallNote extends Pick<AssistantCall, 'tool' | 'outcome' | 'answer' | 'proposalId'> {
  readonly args: unknown
}

/** Notes a call in the log. A full disk does not keep an answer back. */
export const noteCall = async ({ ctx, token }: AssistantCaller, note: CallNote): Promise<void> => {
  const { tool, outcome, answer, proposalId, args } = note
  const row = {
    tenantId: ctx.tenantId,
    callId: orderedId(),
    at: ctx.app.now(),
    userId: ctx.userId,
    userName: ctx.userName,
    tokenName: token.name,
    tool: logged(tool, 60),
    asked: logged(JSON.stringify(args ?? {}), mostAsked),
    outcome,
    answer: logged(answer, mostAnswer),
    proposalId,
  }
  await storeIfPossible(() => ctx.app.db.withTenant(ctx, (tx) => tx.insert(assistantCalls).values(row)))
}

/** A page of calls of the reader's tokens, or for those who may see the audit log of all tokens; the newest first. */
export const listAssistantCalls = (
  ctx: TenantContext,
  { before }: { readonly before?: string | undefined },
): Promise<{ calls: AssistantCall[]; more: boolean }> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(assistantCalls)
      .where(
        and(
          eq(assistantCalls.tenantId, ctx.tenantId),
          may(ctx, 'seeAudit').ok ? undefined : eq(assistantCalls.userId, ctx.userId),
          before === undefined ? undefined : lt(assistantCalls.callId, before),
        ),
      )
      .orderBy(desc(assistantCalls.callId))
      .limit(assistantCallsPage + 1)
    const calls = rows
      .slice(0, assistantCallsPage)
      .map(
        ({ tenantId: _tenantId, userId: _userId, at, ...call }): AssistantCall => ({ ...call, at: at.toISOString() }),
      )
    return { calls, more: rows.length > assistantCallsPage }
  })

const keptSince = (app: AppServices): Date => new Date(app.now().getTime() - keptAssistantCalls.days * dayMs)

/** Organizations with old calls, or with too many. */
export const findOldCalls = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const rows = await tx
      .select({ tenantId: assistantCalls.tenantId })
      .from(assistantCalls)
      .groupBy(assistantCalls.tenantId)
      .having(
        sql`min(${assistantCalls.at}) < ${keptSince(app).toISOString()}::timestamptz or count(*) > ${keptAssistantCalls.most}`,
      )
    return rows.map(({ tenantId }) => tenantId)
  })

/** Deletes calls from before 90 days, and the oldest beyond 5,000. */
export const pruneCalls = (ctx: TenantContext): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const own = eq(assistantCalls.tenantId, ctx.tenantId)
    await tx.delete(assistantCalls).where(and(own, lt(assistantCalls.at, keptSince(ctx.app))))
    const [oldest] = await tx
      .select({ callId: assistantCalls.callId })
      .from(assistantCalls)
      .where(own)
      .orderBy(desc(assistantCalls.callId))
      .offset(keptAssistantCalls.most - 1)
      .limit(1)
    if (oldest) await tx.delete(assistantCalls).where(and(own, lt(assistantCalls.callId, oldest.callId)))
  })
