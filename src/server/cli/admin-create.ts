/** `npm run admin:create -- --email E --name N [--organization O]`: creates a super admin of a real installation. */

import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { NewPassword } from '#contract/one-time-links.ts'
import { UserCreateInput } from '#contract/users.ts'
import { newServices } from '../context.ts'
import { openDatabase } from '../db/open-database.ts'
import { readEnv } from '../env.ts'
import { createSuperAdmin } from '../services/admin/create-super-admin.ts'

const fail: (message: string) => never = (message) => {
  console.error(message)
  process.exit(1)
}

/** Asks without showing the typed text; null when the input ends, or Ctrl+C is pressed, before there is an answer. */
const askSecret = async (question: string): Promise<string | null> => {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  const answer = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  })
  lines.close()
  process.stdout.write('\n')
  return answer
}

const { values } = parseArgs({
  options: { email: { type: 'string' }, name: { type: 'string' }, organization: { type: 'string' } },
})
if (!values.email || !values.name)
  fail('Usage: npm run admin:create -- --email you@example.com --name "Your Name" [--organization "Name"]')

const password = await askSecret(`Password for ${values.email} (8 to 128 characters): `)
if (password === null) fail('No password was given, so no account was created. Type it, or pipe it in as one line.')
const AdminInput = z.extend(UserCreateInput, {
  password: NewPassword,
  organization: z.optional(RequiredLine('Organization')),
})
const input = AdminInput.safeParse({ ...values, password })
if (!input.success) fail(input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
else {
  try {
    const db = await openDatabase(readEnv())
    try {
      await createSuperAdmin(newServices({ db, now: () => new Date() }), {
        userId: randomUUID(),
        email: input.data.email,
        name: input.data.name,
        password,
        organization: input.data.organization,
      })
    } finally {
      await db.close()
    }
    console.log(`${input.data.email} is a super admin now.`)
  } catch (error) {
    const { problems, message } = error as { problems?: { message: string }[]; message: string }
    fail(problems?.[0]?.message ?? message)
  }
}
