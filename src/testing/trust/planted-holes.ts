import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCopyOfRepository } from '../copy-of-repository.ts'

/** A change that makes the product unsafe: a text in a file, its replacement, and the test that must fail. */
export interface Hole {
  readonly hole: string
  readonly file: string
  readonly text: string
  readonly becomes: string
  readonly test: string
}

const server = (path: string) => `src/server/${path}`

export const holes: readonly Hole[] = [
  {
    hole: 'policies do not bind the owner',
    file: server('db/row-level-security.ts'),
    text: 'force row level security`,\n',
    becomes: 'no force row level security`,\n',
    test: server('db/schema-catalogue.test.ts'),
  },
  {
    hole: 'a policy allows everything',
    file: server('db/row-level-security.ts'),
    text: 'const ownRows = hasTenantId ?',
    becomes: "const ownRows = hasTenantId ? 'true' : hasTenantId ?",
    test: server('db/tenancy.test.ts'),
  },
  {
    hole: 'a cached answer does not belong to an organization',
    file: server('http/answer-cache.ts'),
    text: 'const call = [ctx.tenantId, ',
    becomes: 'const call = [',
    test: server('http/answer-cache.test.ts'),
  },
  {
    hole: 'an asserted organization is not compared with the session',
    file: server('http/caller.ts'),
    text: 'asserted !== undefined && asserted.toLowerCase() !== tenantId',
    becomes: 'false',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'calls are open to members without the right for them',
    file: server('http/caller.ts'),
    text: '  const tenantId = assertedTenant(request, session.tenant?.tenantId)\n  requireRight({ role, workCenterIds }, access)',
    becomes: '  const tenantId = assertedTenant(request, session.tenant?.tenantId)',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'an API token exceeds the current rights of its owner',
    file: server('http/caller.ts'),
    text: "    throw new ForbiddenError('This API token can only read.')\n  }\n  requireRight({ role, workCenterIds }, access)",
    becomes: "    throw new ForbiddenError('This API token can only read.')\n  }",
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'a write is not compared with the rights',
    file: server('services/records/write-tenant.ts'),
    text: '  await requireRights(ctx, tx, [...lines, ...touched])\n',
    becomes: '',
    test: server('http/rights.test.ts'),
  },
  {
    hole: 'a limited planner may plan all work centers',
    file: 'src/domain/access/rights.ts',
    text: "const limitOf = (actor: Actor): readonly string[] | null => (has(actor, 'admin') ? null : actor.workCenterIds)",
    becomes: 'const limitOf = (_: Actor): readonly string[] | null => null',
    test: server('http/rights.test.ts'),
  },
  {
    hole: 'undo may revert changes that the user may not make',
    file: server('services/changes/undo-change.ts'),
    text: '  if (decision && !decision.ok) throw new ForbiddenError(decision.reason)\n',
    becomes: '',
    test: server('services/changes/undo.test.ts'),
  },
  {
    hole: 'every member may export the audit log',
    file: 'src/contract/admin.ts',
    text: "  path: '/admin/history/export',\n  access: 'seeAudit',",
    becomes: "  path: '/admin/history/export',\n  access: 'tenant',",
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'notifications of one person reach every open browser of the organization',
    file: server('live/live-hub.ts'),
    text: 'this.#send(tenantId, event, ({ holder }) => wanted.has(holder.userId))',
    becomes: 'this.#send(tenantId, event)',
    test: server('live/live-people.test.ts'),
  },
  {
    hole: 'calls of super admins are open to every session',
    file: server('http/caller.ts'),
    text: "access === 'superAdmin' && !session.isSuperAdmin",
    becomes: 'false',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'a read-only token may write',
    file: server('http/caller.ts'),
    text: "holder.token.scope === 'read' && !readsOnly",
    becomes: 'false',
    test: server('services/api-tokens/api-tokens.test.ts'),
  },
  {
    hole: 'an assistant with a read-only token makes proposals',
    file: server('services/assistants/call-tool.ts'),
    text: "if (token.scope === 'read') throw",
    becomes: 'if (false) throw',
    test: server('services/assistants/proposal-tools.test.ts'),
  },
  {
    hole: 'the limits of a token are not compared with the prepared plan',
    file: server('services/assistants/proposal-tools.ts'),
    text: 'refuse(mayApplyWithin(token, { ...effectOf(applying.row), moved: applying.moved, frozen }))',
    becomes: 'void frozen',
    test: server('services/assistants/proposal-tools.test.ts'),
  },
  {
    hole: 'an assistant applies proposals of colleagues',
    file: server('services/assistants/proposal-tools.ts'),
    text: 'if (createdByUserId !== ctx.userId) throw',
    becomes: 'if (false) throw',
    test: server('services/assistants/proposal-tools.test.ts'),
  },
  {
    hole: 'other sites may send changes',
    file: server('http/plugins/csrf.ts'),
    text: 'if (!trusted)',
    becomes: 'if (false)',
    test: server('http/plugins/cross-site.test.ts'),
  },
  {
    hole: 'changes need no header that forms cannot set',
    file: server('http/plugins/csrf.ts'),
    text: 'if (!headers[requestedWithHeader.toLowerCase()])',
    becomes: 'if (false)',
    test: server('http/plugins/cross-site.test.ts'),
  },
  {
    hole: 'scripts can read the session cookie',
    file: server('http/cookies.ts'),
    text: 'httpOnly: true',
    becomes: 'httpOnly: false',
    test: server('services/auth/sign-in.test.ts'),
  },
  {
    hole: 'a blocked account may continue',
    file: server('services/credentials/throttle.ts'),
    text: 'throw new RateLimitedError(waitSeconds, refusal?.(waitSeconds))',
    becomes: 'return 0',
    test: server('services/auth/sign-in.test.ts'),
  },
  {
    hole: 'sockets accept every origin',
    file: server('live/attach-live.ts'),
    text: '!origin || !options.isAllowedOrigin(origin, host)',
    becomes: '!origin',
    test: server('live/live-socket.test.ts'),
  },
  {
    hole: 'answers stored under a key belong to every user',
    file: server('services/records/keyed-answers.ts'),
    text: '    eq(idempotencyKeys.userId, ctx.userId),\n',
    becomes: '',
    test: server('http/run-keyed.test.ts'),
  },
  {
    hole: 'a disabled user keeps a session',
    file: server('services/sessions/load-session.ts'),
    text: "|| user.status !== 'Active'",
    becomes: '',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'any number of passwords are hashed at once',
    file: server('services/credentials/semaphore.ts'),
    text: 'this.#running < this.#limits.running',
    becomes: 'true',
    test: server('services/credentials/semaphore.test.ts'),
  },
  {
    hole: 'the wait after wrong codes is limited too early',
    file: server('services/credentials/throttle.ts'),
    text: "interval '24 hours'",
    becomes: "interval '1 minute'",
    test: server('services/auth/wrong-codes.test.ts'),
  },
  {
    hole: 'a proposal is applied whichever version was seen',
    file: server('services/proposals/read-proposals.ts'),
    text: 'expectedVersion === null || expectedVersion === version',
    becomes: 'true',
    test: server('services/proposals/proposals.test.ts'),
  },
  {
    hole: 'one organization may use every webhook slot',
    file: server('services/webhooks/deliver-webhooks.ts'),
    text: 'const mostOfTenant = 4',
    becomes: 'const mostOfTenant = 1_000',
    test: server('services/webhooks/webhooks.test.ts'),
  },
  {
    hole: 'a data source sends its password to another host',
    file: server('services/exchanges/exchange-secret.ts'),
    text: 'new URL(before.url).origin === new URL(after.url).origin &&',
    becomes: '',
    test: server('services/data-sources/data-sources.test.ts'),
  },
  {
    hole: 'every planner changes the data sources of colleagues',
    file: server('services/exchanges/exchange-author.ts'),
    text: 'if (row.createdByUserId !== ctx.userId && !decision.ok)',
    becomes: 'if (row.createdByUserId === "" && !decision.ok)',
    test: server('services/data-sources/data-sources.test.ts'),
  },
  {
    hole: 'a data source keeps the rights that its author has lost',
    file: server('services/exchanges/exchange-author.ts'),
    text: 'if (!may(holder, action).ok)',
    becomes: 'if (!holder)',
    test: server('jobs/run-data-sources.test.ts'),
  },
  {
    hole: 'two servers run the same data source',
    file: server('services/exchanges/held-claim.ts'),
    text: 'const claimMs = 2 * minuteMs',
    becomes: 'const claimMs = 0 * minuteMs',
    test: server('jobs/sources-of-many.test.ts'),
  },
  {
    hole: 'a server that lost a data source imports its file',
    file: server('services/data-sources/claim-sources.ts'),
    text: 'if ((await lockClaimed(tx, claim)) === null) throw',
    becomes: 'if (claim.until.length === 0) throw',
    test: server('services/data-sources/data-source-runs.test.ts'),
  },
  {
    hole: 'a plan stores a start after the actual one',
    file: 'src/domain/scheduling/operation-work.ts',
    text: 'Math.min(operation.scheduledStartMs ?? startMs, startMs)',
    becomes: '(operation.scheduledStartMs ?? startMs)',
    test: server('services/scheduling/plan-rows.test.ts'),
  },
  {
    hole: 'a customer link works after its expiry',
    file: server('services/status-links/read-status.ts'),
    text: 'if (endMs !== null && endMs <= ctx.app.now().getTime()) throw new NotFoundError()',
    becomes: '',
    test: server('services/status-links/status-links.test.ts'),
  },
  {
    hole: 'exported cells may be formulas',
    file: 'src/domain/csv.ts',
    text: 'const safe = wouldCompute(text) ?',
    becomes: 'const safe = false ?',
    test: 'src/domain/csv.test.ts',
  },
]

export interface Noticed {
  readonly hole: string
  /** Whether the test failed as expected. */
  readonly isNoticed: boolean
  readonly why: string
}

const test = (folder: string, file: string): Promise<{ readonly code: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const project = file.startsWith('src/server/') ? 'server' : 'unit'
    const child = spawn('vitest', ['run', '--project', project, '--bail', '1', file], { cwd: folder })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    }
    child.on('error', (error) => resolve({ code: null, said: error.message }))
    child.on('close', (code) => resolve({ code, said }))
  })

/**
 * Plants each hole in a copy of the repository and runs the test that must detect it. A test that fails for another
 * reason, such as an unreadable file, does not count.
 */
export const plantHoles = (isWanted: (hole: string) => boolean = () => true): AsyncGenerator<Noticed> =>
  inCopyOfRepository(async function* (folder) {
    for (const { hole, file, text, becomes, test: noticing } of holes.filter(({ hole }) => isWanted(hole))) {
      const path = join(folder, file)
      const whole = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        whole.replace(text, () => becomes),
      )
      const { code, said } = await test(folder, noticing)
      writeFileSync(path, whole)
      const isNoticed = code === 1 && /AssertionError|expected/.test(said)
      yield { hole, isNoticed, why: isNoticed ? noticing : `${noticing} ended with ${code}` }
    }
  })
