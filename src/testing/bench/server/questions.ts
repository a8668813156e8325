import { Agent } from 'node:http'
import { maxBulkRows } from '#contract/bulk-operations.ts'
import { maxRoutingHours, maxRoutingSteps } from '#contract/promise-date.ts'
import { maxProposalChanges } from '#contract/proposals.ts'
import { ask, type Bench, ms, pick, say } from './bench.ts'
import { type Ask, percentile, send } from './drive.ts'
import type { BenchState, Shop } from './serve-product.ts'

const atOnce = 16

/** The largest of every kind of question that takes a thread. */
const largest = (shop: Shop, centers: readonly string[]): Readonly<Record<string, Omit<Ask, 'session'>>> => {
  const post = (path: string, body: unknown): Omit<Ask, 'session'> => ({ method: 'POST', path, body })
  const some = shop.operations.slice(0, maxBulkRows)
  const target = { operations: some.map(({ operationId }) => ({ operationId })) }
  const operations = Array.from({ length: maxRoutingSteps }, (_, step) => ({
    name: `Step ${step}`,
    categoryId: centers[step % centers.length],
    durationHours: maxRoutingHours / maxRoutingSteps,
    after: Array.from({ length: step }, (_each, before) => before),
  }))
  const changes = some
    .slice(0, maxProposalChanges)
    .map((operation) => ({ kind: 'operation', ...operation, fields: { durationHours: 100_000 } }))
  const rows = Array.from({ length: 20_000 }, (_, row) => [`B${row % 900}`, 'Imported', `Operation ${row}`, '7.5'])
  const table = {
    header: ['Project', 'Name', 'Operation', 'Hours'],
    columns: ['projectNumber', 'projectName', 'operationName', 'durationHours'],
    rows,
    dateOrder: 'auto',
    chained: true,
  }
  return {
    'promise dates': post('/promise-dates', { operations, priority: 5, earliestStart: null }),
    'proposals that keep the sequence': post('/proposals', { method: 'keepSequence', changes }),
    'proposals to schedule everything': post('/proposals', { method: 'optimize', changes: [] }),
    'previews of moves': post('/operations/bulk/preview', { target, action: { kind: 'nextFreeSlot' } }),
    'checks of an import': post('/imports/preview', table),
    'exports of all operations': { path: '/exports/operations?format=csv' },
  }
}

/** One member asks the largest question of each kind, 16 at once; meanwhile colleagues and another organization work. */
export const workDuringQuestions = async ({ product, port, small }: Bench, projects: number): Promise<void> => {
  const shop = await ask<Shop>(product, { open: { projects, operations: 20 }, people: 3 })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const [asker, ...colleagues] = shop.sessions
  const { body } = await send(agent, port, { path: '/categories', session: asker }, true)
  const centers = (JSON.parse(String(body)) as { categoryId: string; kind?: string }[])
    .filter(({ kind }) => kind !== 'pool')
    .map(({ categoryId }) => categoryId)
  for (const [name, question] of Object.entries(largest(shop, centers))) {
    const times: Record<'health' | 'others', number[]> = { health: [], others: [] }
    const failed: Record<number, number> = {}
    let isOver = false
    const time = async (of: keyof typeof times, what: Ask) => {
      const beganMs = performance.now()
      const { status } = await send(agent, port, what)
      times[of].push(performance.now() - beganMs)
      if (status !== 200) failed[status] = (failed[status] ?? 0) + 1
    }
    const look = async (of: keyof typeof times, what: () => Ask) => {
      while (!isOver) await time(of, what())
    }
    const looking = [
      look('health', () => ({ path: '/health' })),
      look('others', () => ({ path: `/projects/${pick(shop.projectIds)}`, session: pick(colleagues) })),
      look('others', () => ({ path: `/projects/${pick(small.projectIds)}`, session: small.sessions[0] })),
    ]
    await ask<BenchState>(product, 'state')
    const asked = Array.from({ length: atOnce }, () => send(agent, port, { ...question, session: asker }))
    const answers = await Promise.all(asked)
    isOver = true
    await Promise.all(looking)
    const { gapMs, peakMb } = await ask<BenchState>(product, 'state')
    const [worst, p99] = [Math.max(...times.health), percentile(times.others, 0.99)]
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status))
    say(
      `${atOnce} ${name} of one person at once, ${projects * 20} operations`,
      `${statuses.map(([status, all]) => `${all?.length} x ${status}`).join(', ')}; health at most ${ms(worst)}, ` +
        `others p99 ${ms(p99)}, failed ${JSON.stringify(failed)}, longest gap ${gapMs} ms, ${peakMb} MB (want 150 ms, 300 ms)`,
      worst < 150 && p99 < 300 && Object.keys(failed).length === 0,
    )
  }
  agent.destroy()
}
