import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CompactSchedule, ScheduleAnswer, type ScheduleColumns } from '#contract/schedule.ts'
import { takeInProjects } from '#domain/projects/take-in-projects.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'
import { writeSchedule } from '#domain/schedule/wire-schedule.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { listProjectColumns } from '#server/services/projects/read-projects.ts'
import { getSchedule } from '#server/services/schedule/get-schedule.ts'
import { machineLoad } from './figures.ts'
import { openListShop } from './list-shop.ts'

/**
 * `npm run bench:schedule`: how large the schedule of 100,000 operations (`--projects 5000 --operations 20`) and the list of its projects
 * are on their way, ten days after they were scheduled, with work done and overdue; and how long writing, reading and taking in a patch take.
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
/** As the server compresses an answer. */
const compressed = (json: string): number =>
  brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length

/** The bytes of each column, the largest first. */
const reportColumns = (tables: readonly object[], count: number): void => {
  const sizes = tables.flatMap((table) =>
    Object.entries(table).map(([name, column]) => [name, JSON.stringify(column)] as const),
  )
  const columns = [...Map.groupBy(sizes, ([name]) => name)]
    .map(([name, all]) => ({ name, json: all.map(([, json]) => json).join('') }))
    .sort((a, b) => b.json.length - a.json.length)
  for (const { name, json } of columns.slice(0, 16)) {
    const perRow = [json.length, compressed(json)].map((bytes) => (bytes / count).toFixed(2))
    console.log(`  ${name}: ${perRow[0]} for a row, ${perRow[1]} compressed`)
  }
}

const report = (name: string, json: string, count: number): void =>
  console.log(
    `${name}: ${json.length} bytes, ${(json.length / count).toFixed(1)} for a row; ${compressed(json)} compressed`,
  )

const listed = await listProjectColumns(shop.ctx)
const listJson = JSON.stringify(listed)
const list = timed('the list of projects read', () => takeInProjects(null, JSON.parse(listJson)))
report('the list of projects', listJson, list?.projects.length ?? 0)
reportColumns([listed.rows], list?.projects.length ?? 0)

const beganAtMs = performance.now()
const answer: ScheduleAnswer = await getSchedule(shop.ctx)
console.log(`the schedule read from the database: ${(performance.now() - beganAtMs).toFixed(0)} ms`)
const json = JSON.stringify(answer)
timed('checked against the contract', () => ScheduleAnswer.parse(answer))
const schedule = timed('read', () => takeInSchedule(null, JSON.parse(json)) as CompactSchedule)
const count = schedule.operations.ids.length
const idsOf = (places: readonly number[]) => places.map((place) => schedule.categories[place]?.categoryId ?? null)
const written = ({ projects, operations: { category, pool, ...operations }, links }: ScheduleColumns) =>
  writeSchedule({ projects, operations: { ...operations, category: idsOf(category), pool: idsOf(pool) }, links })
const whole = timed('written', () => written(schedule))
timed('as text', () => JSON.stringify(whole))

console.log(`${count} operations, ${schedule.links.to.length} links, ${schedule.projects.ids.length} projects`)
report('the schedule', json, count)
for (const table of ['projects', 'operations', 'links'] as const) {
  console.log(table)
  reportColumns(
    answer.rows.map((block) => block[table]),
    count,
  )
}

const inPatch = new Set(
  schedule.projects.ids.filter((_, row) => row % Math.ceil(schedule.projects.ids.length / patched) === 0),
)
const others = schedule.projects.ids.filter((id) => !inPatch.has(id))
// The schedule without all other projects.
const empty = <T extends object>(table: T) => recordOf(keysOf(table), () => [])
const noRows = written({
  projects: empty(schedule.projects),
  operations: empty(schedule.operations),
  links: empty(schedule.links),
})
const none: ScheduleAnswer = { ...answer, frame: null, touched: others, rows: [noRows] }
const patchRows = written(takeInSchedule(schedule, none) ?? schedule)
const patch: ScheduleAnswer = { ...answer, frame: null, touched: [...inPatch], rows: [patchRows] }
console.log(`a patch of ${inPatch.size} projects: ${JSON.stringify(patch).length} bytes`)
timed('taken in', () => takeInSchedule(schedule, patch))
console.log(`machine load ${machineLoad()}`)
await shop.close()
