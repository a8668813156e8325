import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { CompactSchedule, ScheduleAnswer } from '#contract/schedule.ts'
import { packSchedule } from '#domain/schedule/pack-schedule.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { getSchedule } from '#server/services/schedule/get-schedule.ts'
import { machineLoad } from './figures.ts'
import { openListShop } from './list-shop.ts'

/**
 * `npm run bench:schedule`: the size of the schedule of 100,000 operations on the wire (`--projects 5000 --operations 20`), ten days after
 * it was scheduled, with completed and overdue work, and the time to pack it, unpack it and merge a patch.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    days: { type: 'string', default: '10' },
    projects: { type: 'string', default: '5000' },
    operations: { type: 'string', default: '20' },
  },
})
const rounds = 15
const patched = 20

/** Processor time of this thread, the minimum of several runs, which is more stable on a busy machine. */
const timed = <T>(name: string, work: () => T): T => {
  let result = work()
  let leastMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = process.threadCpuUsage()
    result = work()
    const { user, system } = process.threadCpuUsage(before)
    leastMs = Math.min(leastMs, (user + system) / 1_000)
  }
  console.log(`${name}: ${leastMs.toFixed(1)} ms`)
  return result
}

const shop = await openListShop({
  data: values.data,
  days: Number(values.days),
  projects: Number(values.projects),
  operations: Number(values.operations),
})
await keepForecast(shop.ctx)
const beganAtMs = performance.now()
const answer: ScheduleAnswer = await getSchedule(shop.ctx)
console.log(`read from the database: ${(performance.now() - beganAtMs).toFixed(0)} ms`)
const json = JSON.stringify(answer)
const schedule = timed('unpacked', () => takeInSchedule(null, JSON.parse(json)) as CompactSchedule)
const count = schedule.operations.ids.length
const categoryIds = schedule.categories.map(({ categoryId }) => categoryId)
timed('packed', () => JSON.stringify(packSchedule(schedule, categoryIds)))

console.log(`${count} operations, ${schedule.links.to.length} links, ${schedule.projects.ids.length} projects`)
console.log(
  `${json.length} bytes, ${(json.length / count).toFixed(1)} for an operation; ${gzipSync(json).length} compressed`,
)
const sizes = [
  ...answer.rows.flatMap(({ texts }) => Object.entries(texts).map(([name, text]) => [name, text.length] as const)),
  ...answer.rows.flatMap(({ values: lists }) =>
    Object.entries(lists).map(([name, list]) => [`${name}, its values`, JSON.stringify(list).length] as const),
  ),
  ['the frame', JSON.stringify(answer.frame).length] as const,
]
const sums = [...Map.groupBy(sizes, ([name]) => name)]
  .map(([name, all]) => [name, all.reduce((sum, [, size]) => sum + size, 0)] as const)
  .sort((a, b) => b[1] - a[1])
for (const [name, size] of sums.slice(0, 16)) console.log(`  ${name}: ${(size / count).toFixed(2)}`)

const inPatch = new Set(
  schedule.projects.ids.filter((_, row) => row % Math.ceil(schedule.projects.ids.length / patched) === 0),
)
const others = schedule.projects.ids.filter((id) => !inPatch.has(id))
// The memory that remains after all other data is released.
const none: ScheduleAnswer = { ...answer, frame: null, touched: others, rows: [{ texts: {}, values: {} }] }
const patchRows = packSchedule(takeInSchedule(schedule, none) ?? schedule, categoryIds)
const patch: ScheduleAnswer = { ...answer, frame: null, touched: [...inPatch], rows: [patchRows] }
console.log(`a patch of ${inPatch.size} projects: ${JSON.stringify(patch).length} bytes`)
timed('taken in', () => takeInSchedule(schedule, patch))
console.log(`machine load ${machineLoad()}`)
await shop.close()
