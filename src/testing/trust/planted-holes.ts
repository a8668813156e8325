import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** What the copy of the repository does not need. */
const left = new Set(['node_modules', '.git', '.cache', '.data', 'dist'])

/** A way to make the product unsafe: a text of a file, what takes its place, and the test that must notice. */
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
    hole: 'a policy lets everything pass',
    file: server('db/row-level-security.ts'),
    text: 'const ownRows = hasTenantId ?',
    becomes: "const ownRows = hasTenantId ? 'true' : hasTenantId ?",
    test: server('db/tenancy.test.ts'),
  },
  {
    hole: 'a kept answer does not belong to an organization',
    file: server('http/kept-answer.ts'),
    text: '{ tenantId }: TenantContext, rest: unknown): string => {\n',
    becomes: "{ tenantId }: TenantContext, rest: unknown): string => {\n  tenantId = 'any'\n",
    test: server('http/kept-answer.test.ts'),
  },
  {
    hole: 'an asserted organization is not compared with that of the session',
    file: server('http/caller.ts'),
    text: 'asserted !== undefined && asserted.toLowerCase() !== tenantId',
    becomes: 'false',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'calls of admins are open to every member',
    file: server('http/caller.ts'),
    text: "  const tenantId = assertedTenant(request, session.tenant?.tenantId)\n  if (access === 'admin' && role === 'user') throw new ForbiddenError()",
    becomes: '  const tenantId = assertedTenant(request, session.tenant?.tenantId)',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'calls of super admins are open to every session',
    file: server('http/caller.ts'),
    text: "access === 'superAdmin' && !session.isSuperAdmin",
    becomes: 'false',
    test: server('http/role-matrix.test.ts'),
  },
  {
    hole: 'a token for reading may write',
    file: server('http/caller.ts'),
    text: "scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD'",
    becomes: 'false',
    test: server('services/api-tokens/api-tokens.test.ts'),
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
    hole: 'a blocked account may go on',
    file: server('services/credentials/throttle.ts'),
    text: 'throw new RateLimitedError(waitSeconds, refusal?.(waitSeconds))',
    becomes: 'return 0',
    test: server('services/auth/sign-in.test.ts'),
  },
  {
    hole: 'sockets open for every origin',
    file: server('live/attach-live.ts'),
    text: '!origin || !options.isAllowedOrigin(origin, host)',
    becomes: '!origin',
    test: server('live/live-socket.test.ts'),
  },
  {
    hole: 'answers kept under a key belong to every user',
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
    file: server('services/credentials/open-gate.ts'),
    text: 'running < most.running',
    becomes: 'true',
    test: server('services/credentials/hash-gate.test.ts'),
  },
  {
    hole: 'wrong codes soon wait no longer',
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
    hole: 'one organization may take every slot of the webhooks',
    file: server('services/webhooks/deliver-webhooks.ts'),
    text: 'const mostOfTenant = 4',
    becomes: 'const mostOfTenant = 1_000',
    test: server('services/webhooks/webhooks.test.ts'),
  },
  {
    hole: 'a plan keeps the start of begun work that was planned for later',
    file: 'src/domain/scheduling/operation-work.ts',
    text: 'Math.min(operation.scheduledStartMs ?? startMs, startMs)',
    becomes: '(operation.scheduledStartMs ?? startMs)',
    test: server('services/scheduling/plan-rows.test.ts'),
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
  /** Whether the test failed as it must. */
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
 * Plants each hole in a copy of the repository and runs the test that must notice it. A test that fails for another reason, such as a file
 * that cannot be read, does not count.
 */
export async function* plantHoles(): AsyncGenerator<Noticed> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-holes-'))
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const { hole, file, text, becomes, test: noticing } of holes) {
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
