import { eq } from 'drizzle-orm'
import { users } from '#server/db/tables/users.table.ts'
import { hashPassword } from '#server/services/credentials/password-hash.ts'
import { startServer } from '../server-harness.ts'

/**
 * Whether response times reveal what answers hide: compares foreign ids with unknown ids, and the different failures of a sign-in with each
 * other. Medians of alternating samples; 0.9 to 1.1 is noise. `node src/testing/bench/timing.ts [samples] [sign-in samples]`
 */
const [samples = 500, signIns = 100] = process.argv.slice(2).map(Number)
const server = await startServer()
const password = 'Lathe-And-Mill-4'
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** Medians in ms of alternating requests, so that other load on the machine affects all of them equally. */
const compare = async (count: number, ways: Readonly<Record<string, () => Promise<{ status: number }>>>) => {
  const times: Record<string, number[]> = {}
  for (let sample = -10; sample < count; sample += 1) {
    const names = Object.keys(ways)
    for (const name of sample % 2 === 0 ? names : names.toReversed()) {
      const startedAtMs = performance.now()
      await ways[name]?.()
      if (sample >= 0) times[name] = [...(times[name] ?? []), performance.now() - startedAtMs]
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}
const report = (what: string, medians: Record<string, number>) => {
  const all = Object.values(medians)
  const ratio = Math.max(...all) / Math.min(...all)
  const report = Object.entries(medians).map(([name, value]) => `${name} ${value.toFixed(2)} ms`)
  console.log(`${ratio <= 1.1 ? 'ok  ' : 'MISS'} ${what}: ${report.join(', ')}: at most ${ratio.toFixed(3)} x`)
  if (ratio > 1.1) process.exitCode = 1
}

const [home, other] = [await server.newTenant(), await server.newTenant()]
const theirs = server.as(other.admin)
const { projectId } = (await theirs.post('/projects', { projectName: 'Theirs' })).body
const path = `/project-operations/projects/${projectId}/operations`
const { operationId } = (await theirs.post(path, { name: 'Cut', durationHours: 2 })).body
const { categoryId } = (await theirs.post('/categories', { name: 'Saw' })).body
const me = server.as(home.admin)
const asks: Record<string, [string, (id: string) => Promise<{ status: number }>]> = {
  'GET project': [projectId, (id) => me.get(`/projects/${id}`)],
  'PUT project': [projectId, (id) => me.put(`/projects/${id}`, { projectName: 'Mine' })],
  'DELETE project': [projectId, (id) => me.delete(`/projects/${id}`)],
  'GET operations': [projectId, (id) => me.get(`/projects/${id}/operations`)],
  'GET placement': [operationId, (id) => me.get(`/schedule/operations/${id}/placement`)],
  'PUT category': [categoryId, (id) => me.put(`/categories/${id}`, { name: 'Mine' })],
  'GET user': [other.planner.userId, (id) => me.get(`/users/${id}`)],
}
for (const [what, [id, ask]] of Object.entries(asks)) {
  report(what, await compare(samples, { foreign: () => ask(id), nobody: () => ask(crypto.randomUUID()) }))
}

const passwordHash = await hashPassword(password)
const account = async (overrides: { status?: 'Disabled' } = {}) => {
  const user = await server.newUser({ ...overrides, memberOf: [{ tenantId: home.tenantId }], signedIn: false })
  await server.services.db.withSystem((tx) =>
    tx.update(users).set({ passwordHash }).where(eq(users.userId, user.userId)),
  )
  return user.email
}
const [present, disabled] = [await account(), await account({ status: 'Disabled' })]
const signIn = (email: string, given: string) => {
  // Otherwise the throttle would answer.
  server.clock.advance(16 * 60_000)
  return server.as(null).post('/auth/login', { email, password: given })
}
report(
  'sign-in',
  await compare(signIns, {
    'unknown e-mail': () => signIn('nobody@example.com', password),
    'wrong password': () => signIn(present, 'Lathe-And-Mill-5'),
    'disabled, right password': () => signIn(disabled, password),
  }),
)
await server.close()
