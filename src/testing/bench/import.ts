import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { ImportPreview, ReadTable } from '#contract/imports.ts'
import { startServer } from '../server-harness.ts'
import { shopState } from '../undo/shop-state.ts'
import { machineLoad } from './figures.ts'

/**
 * `npm run bench:import`: imports 20,000 operations in 2,000 projects over HTTP (`--operations 20000`): reading,
 * checking, storing, checking again, undoing; with the longest time during which the request thread was blocked, and
 * the response times of another planner in the meantime: the longest, the 99th percentile, and the number of failures.
 * On the embedded database, or on PostgreSQL with TEST_DATABASE=postgres.
 */
const { values } = parseArgs({ options: { operations: { type: 'string', default: '20000' } } })
const operations = Number(values.operations)

const lines = [
  'Project number;Project name;Customer;Planned ship date;Sequence;Operation;Work center;Hours;Predecessors;Notes',
]
for (let index = 0; index < operations; index += 1) {
  const [project, step] = [Math.floor(index / 10), index % 10]
  const day = `${(project % 28) + 1}.${(project % 12) + 1}.2027`
  lines.push(
    `P${project};Project ${project};Customer ${project % 50};${day};${step * 10 + 10};Step ${step};Center ${step};7,5;${step === 0 ? '-' : `${step * 10}FS+0,5h`};Made to drawing ${index}`,
  )
}

// As in production, where a cached answer is sent without a second computation for comparison.
const server = await startServer({ NODE_ENV: 'production' })
const tenant = await server.newTenant()
const admin = server.as(tenant.admin)
const planner = server.as(tenant.planner)
const ctx = await server.contextOf(tenant.admin)

/** Times a call, with the longest event loop gap and the requests of another planner in parallel. */
const timed = async <T>(name: string, work: () => Promise<{ status: number; body: T; text: string }>): Promise<T> => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const waits: number[] = []
  let failed = 0
  let isDone = false
  const readings = (async () => {
    while (!isDone) {
      const from = performance.now()
      if ((await planner.get('/organisation')).status !== 200) failed += 1
      waits.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const [from, cpu, ownCpu] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
  const answer = await work()
  const tookMs = performance.now() - from
  const seconds = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / 1e6).toFixed(1)
  const used = `CPU ${seconds(process.cpuUsage(cpu))} s, of this thread ${seconds(process.threadCpuUsage(ownCpu))} s`
  isDone = true
  await readings
  delay.disable()
  const sorted = waits.toSorted((a, b) => a - b)
  const [longest, p99] = [sorted.at(-1) ?? 0, sorted[Math.floor(sorted.length * 0.99)] ?? 0]
  console.log(
    `${name.padEnd(14)} ${Math.round(tookMs)} ms, gap ${Math.round(delay.max / 1e6)} ms; readings of another planner: ${waits.length}, longest ${Math.round(longest)} ms, p99 ${Math.round(p99)} ms, failed ${failed}; ${used}; ${machineLoad()}`,
  )
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer.body
}

const before = await shopState(ctx)
const text = lines.join('\n')
console.log(`${operations} operations, ${Math.round(text.length / 1024)} KiB of CSV`)
const { format, notes, foundCalendars, ...table } = await timed<ReadTable>('read', () =>
  admin.post('/imports/read', { text }),
)
console.log(format, notes)
const preview = await timed<ImportPreview>('check', () => admin.post('/imports/preview', table))
console.log(preview.counts, preview.notes)
await timed('import', () => admin.post('/imports', { ...table, seen: preview.seen, leavesOutFailed: false }))
const again = await timed<ImportPreview>('check again', () => admin.post('/imports/preview', table))
console.log(again.counts)
const { body: changes } = await admin.get('/changes')
await timed('undo', () => admin.post(`/changes/${changes[0].changeId}/undo`, {}))
const after = await shopState(ctx)
console.log(`undo exact: ${JSON.stringify(after) === JSON.stringify(before)}`)
await server.close()
