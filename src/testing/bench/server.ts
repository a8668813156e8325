import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask, type Bench, hear, isClean, median, ms, pick, say, start, work } from './server/bench.ts'
import { runCrowd } from './server/crowd.ts'
import { type DriveResult, drive, percentile } from './server/drive.ts'
import { editPlan } from './server/edit-plan.ts'
import { exportEverything } from './server/exports.ts'
import { manyOrganizations, manyRuns } from './server/organizations.ts'
import { workDuringQuestions } from './server/questions.ts'
import type { BenchReady, BenchState, Shop } from './server/serve-product.ts'
import { signInTogether, workDuringGuesses } from './server/sign-ins.ts'
import { startAgain } from './server/starts.ts'

/**
 * With `--crowd`, what 50 browsers see while somebody edits the plan every second and a run computes (`server/crowd.ts`), at
 * each of `--sizes` operations. With `--proposals`, how soon a proposal that keeps the sequence is answered while 20 people edit the plan. Else what is promised of the server, as ratios inside this run: `GET projects` against a bare Fastify that answers the same rows, 50
 * people at work during schedule-all, people at work while sign-ins are guessed, memory over `--requests` of mixed load, and how
 * soon the forecast follows a change of the plan (`--edits` of each shop). TEST_DATABASE=postgres measures on PostgreSQL.
 * Only with `--parts`: `signins` (100 people sign in within a second), `organizations` (`--organizations`, against the same work
 * in one), `runs` (`--runs` asked at once in as many organizations, against one after the other), `export` (`--rows` in each format
 * that is streamed), `start` (the embedded mode with half of `--rows`, after a stop and after a kill) and `questions` (16 of the largest
 * questions of each kind at once, and the requests of others meanwhile).
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    requests: { type: 'string', default: '20000' },
    parts: { type: 'string', default: 'reads,crowd,guesses,soak,forecast' },
    edits: { type: 'string', default: '25' },
    crowd: { type: 'boolean', default: false },
    proposals: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '2000,20000' },
    organizations: { type: 'string', default: '500' },
    runs: { type: 'string', default: '20' },
    rows: { type: 'string', default: '200000' },
  },
})
const roundMs = Number(values.seconds) * 1_000
const rounds = 3
const callers = 10
const wanted = values.parts.split(',')
const needsBig = !values.crowd && !values.proposals && wanted.includes('crowd')
const product = start('serve-product.ts', ...(needsBig ? [] : ['small']))
const bare = start('serve-bare.ts')
await hear(bare)
const { port, small, big } = await hear<BenchReady>(product)
const bench: Bench = { product, port, small, big, roundMs }
const rows = await fetch(`http://127.0.0.1:${port}/api/projects`, {
  headers: { cookie: `__Host-sid=${small.sessions[0]}` },
}).then((answer) => answer.json())
bare.send(rows)
const { port: barePort } = await hear<{ port: number }>(bare)

const readProjects = async (server: ChildProcess, target: number) => {
  const { cpuMs } = await ask<{ cpuMs: number }>(server, 'state')
  const driven = await drive({
    port: target,
    callers,
    goesOn: (_, elapsedMs) => elapsedMs < roundMs,
    ask: (caller) => ({ path: '/projects', session: small.sessions[caller] }),
  })
  const after = await ask<{ cpuMs: number }>(server, 'state')
  return { ...driven, cpuMsEach: (after.cpuMs - cpuMs) / driven.requests }
}
type Reading = Awaited<ReturnType<typeof readProjects>>

/** Reads while a colleague saves something five times a second, so that no earlier answer may be used again. */
const readWhileSaving = async () => {
  let isOn = true
  const saving = drive({
    port,
    callers: 1,
    pauseMs: 400,
    goesOn: () => isOn,
    ask: () => editPlan(small, small.sessions[0]),
  })
  const read = await readProjects(product, port)
  isOn = false
  const saved = await saving
  return { ...read, saved: saved.requests }
}

const compareReads = async () => {
  await readProjects(product, port)
  await readProjects(bare, barePort)
  const [ours, theirs]: [Reading[], Reading[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await readProjects(bare, barePort))
    ours.push(await readProjects(product, port))
  }
  const of = (all: readonly Reading[], key: 'perSecond' | 'p99Ms' | 'cpuMsEach') => median(all.map((one) => one[key]))
  const share = of(ours, 'perSecond') / of(theirs, 'perSecond')
  const times = of(ours, 'p99Ms') / of(theirs, 'p99Ms')
  say(
    `GET projects, ${rows.length} rows, ${callers} callers`,
    `${Math.round(of(ours, 'perSecond'))}/s against ${Math.round(of(theirs, 'perSecond'))}/s of bare Fastify: ` +
      `${(100 * share).toFixed(1)} %, p99 ${ms(of(ours, 'p99Ms'))} against ${ms(of(theirs, 'p99Ms'))}: ` +
      `${times.toFixed(1)} x, CPU of all threads ${of(ours, 'cpuMsEach').toFixed(2)} ms against ` +
      `${of(theirs, 'cpuMsEach').toFixed(2)} ms each (want 15 %, 8 x)`,
    share >= 0.15 && times <= 8 && ours.every(isClean),
  )
  const busy = await readWhileSaving()
  const busyShare = busy.perSecond / of(theirs, 'perSecond')
  say(
    `the same while a colleague saves (${busy.saved} times)`,
    `${Math.round(busy.perSecond)}/s: ${(100 * busyShare).toFixed(1)} %, p99 ${ms(busy.p99Ms)} (want 15 %)`,
    busyShare >= 0.15 && isClean(busy),
  )
}

const crowd = (goesOn: (answers: number, elapsedMs: number) => boolean) =>
  drive({ port, callers: 50, pauseMs: 2_000, goesOn, ask: (caller) => work(big, caller) })
const workDuringRuns = async () => {
  // Users have been working for a while before somebody starts the run.
  await crowd((_, elapsedMs) => elapsedMs < roundMs)
  let isRunning = true
  await ask<BenchState>(product, 'state')
  const [mixed, runs] = await Promise.all([
    crowd(() => isRunning),
    (async () => {
      const statuses: string[] = []
      for (let run = 0; run < 3; run += 1)
        statuses.push((await ask<{ status: string }>(product, { schedule: big.tenantId })).status)
      isRunning = false
      return statuses
    })(),
  ])
  const busy = await ask<BenchState>(product, 'state')
  say(
    `50 people during schedule-all of ${big.projectIds.length} projects x 20 operations (${runs.join(', ')})`,
    `${mixed.requests} answers, p50 ${ms(mixed.p50Ms)}, p99 ${ms(mixed.p99Ms)}, longest gap ${busy.gapMs} ms, ` +
      `failed ${JSON.stringify(mixed.failed)} (want p99 300 ms, gap 100 ms)`,
    mixed.p99Ms < 300 && busy.gapMs < 100 && isClean(mixed),
  )
}

const wear = async () => {
  const wished = Number(values.requests)
  const soak = (requests: number) =>
    drive({ port, callers: 20, goesOn: (answers) => answers < requests, ask: (caller) => work(small, caller) })
  await soak(Math.ceil(wished / 10))
  const before = await ask<BenchState>(product, 'state')
  const parts: DriveResult[] = []
  let after = before
  for (let part = 1; part <= 10; part += 1) {
    parts.push(await soak(wished / 10))
    after = await ask<BenchState>(product, 'state')
    console.log(`     after ${Math.round((part * wished) / 10)}: ${after.rssMb} MB, heap ${after.heapMb} MB`)
  }
  const failed: Record<string, number> = {}
  for (const part of parts)
    for (const [status, count] of Object.entries(part.failed)) failed[status] = (failed[status] ?? 0) + count
  const soaked = {
    failed,
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: parts.reduce((sum, { perSecond }) => sum + perSecond, 0) / parts.length,
    p99Ms: median(parts.map(({ p99Ms }) => p99Ms)),
  }
  const growth = after.rssMb / before.rssMb - 1
  say(
    `${soaked.requests} requests of mixed load`,
    `${before.rssMb} MB -> ${after.rssMb} MB: ${(100 * growth).toFixed(1)} %, ${Math.round(soaked.perSecond)}/s, ` +
      `p99 ${ms(soaked.p99Ms)}, failed ${JSON.stringify(soaked.failed)}, ${after.unhandled} unhandled (want 15 %, 0)`,
    growth < 0.15 && after.unhandled === 0 && isClean(soaked),
  )
}

/** One edit after another: how soon the stored forecast belongs to the edited plan, and how long the server is blocked. */
const followChanges = async () => {
  for (const projects of [100, 1_000]) {
    const shop = await ask<Shop>(product, { open: { projects, operations: 20 }, people: 1 })
    const delays: number[] = []
    const gaps: number[] = []
    const failed: Record<number, number> = {}
    let missed = 0
    for (let edit = 0; edit < Number(values.edits); edit += 1) {
      await ask<BenchState>(product, 'state')
      const edited = await drive({
        port,
        callers: 1,
        goesOn: (answers) => answers < 1,
        ask: () => editPlan(shop, shop.sessions[0]),
      })
      const answeredAtMs = performance.now()
      for (const status of Object.keys(edited.failed)) failed[Number(status)] = (failed[Number(status)] ?? 0) + 1
      const { isCurrent } = await ask<{ isCurrent: boolean }>(product, { forecastOf: shop.tenantId })
      if (isCurrent) delays.push(performance.now() - answeredAtMs)
      else missed += 1
      gaps.push((await ask<BenchState>(product, 'state')).gapMs)
    }
    const sorted = delays.toSorted((a, b) => a - b)
    const p95Ms = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    say(
      `forecast after ${delays.length} edits of the plan, one at a time, ${projects * 20} operations`,
      `median ${ms(median(delays))}, p95 ${ms(p95Ms)}, gap median ${median(gaps)} ms, longest ${Math.max(...gaps)} ms, ` +
        `failed ${JSON.stringify(failed)}, ${missed} never (want 1 s, gap 100 ms)`,
      median(delays) <= 1_000 && Math.max(...gaps) < 100 && isClean({ failed }) && missed === 0,
    )
  }
}

/** 10 look at the schedule, 20 at the project list, 20 at operations; an edit of the plan every second, and one run. */
const lookOn = async (operations: number) => {
  const shop = await ask<Shop>(product, { open: { projects: Math.ceil(operations / 20), operations: 20 }, people: 50 })
  const { cpuMs } = await ask<BenchState>(product, 'state')
  let run = { status: 'none', tookIn: 0 }
  const startedAtMs = performance.now()
  let runMs = 0
  const figures = await runCrowd(
    port,
    shop,
    { seconds: 60, editsPerMinute: 60, browsers: { schedule: 10, projects: 20, operations: 20 } },
    async () => {
      await setTimeout(10_000)
      run = await ask(product, { schedule: shop.tenantId })
      runMs = performance.now() - startedAtMs - 10_000
      // People go on while every screen reads the new plan.
      await setTimeout(10_000)
    },
  )
  const state = await ask<BenchState>(product, 'state')
  const { edits, editMs, failed, screens } = figures
  say(
    `${edits} edits of a plan of ${operations} operations while 50 look on`,
    `p50 ${ms(editMs.p50)}, p95 ${ms(editMs.p95)}, longest ${ms(editMs.most)}, failed ${JSON.stringify(failed)}, longest gap ` +
      `${state.gapMs} ms, ${state.rssMb} MB, ${Math.round((state.cpuMs - cpuMs) / 1_000)} s of CPU; run ${run.status} after ${Math.round(runMs / 1_000)} s, took edits in ${run.tookIn} ` +
      'times (want p95 300 ms, Succeeded)',
    editMs.p95 < 300 && isClean({ failed }) && run.status === 'Succeeded',
  )
  console.log(`     ${state.where}`)
  for (const [name, seen] of Object.entries(screens)) {
    say(
      `  ${name} of ${operations} operations`,
      `behind p50 ${ms(seen.behindMs.p50)}, p95 ${ms(seen.behindMs.p95)}, most ${ms(seen.behindMs.most)}, missed ${seen.missed}, ` +
        `reading p50 ${ms(seen.readMs.p50)}, p95 ${ms(seen.readMs.p95)}; each ${seen.readsEach.toFixed(1)} readings ` +
        `(${seen.patches} patches in all), ${Math.round(seen.kilobytesEach)} KB, ${seen.failed} failed (want most 2 s)`,
      seen.behindMs.most <= 2_000 && seen.missed === 0 && seen.failed === 0,
    )
  }
}

/** 20 people look on and save an edit every two seconds together; meanwhile somebody asks for one proposal after another. */
const proposeMeanwhile = async (operations: number) => {
  const shop = await ask<Shop>(product, { open: { projects: Math.ceil(operations / 20), operations: 20 }, people: 21 })
  const times: number[] = []
  const refused: Record<number, number> = {}
  await ask<BenchState>(product, 'state')
  const { edits, editMs, failed } = await runCrowd(
    port,
    shop,
    { seconds: 40, editsPerMinute: 30, browsers: { schedule: 4, projects: 8, operations: 8 } },
    async () => {
      await setTimeout(5_000)
      for (let proposal = 0; proposal < 30; proposal += 1) {
        const fields = { durationHours: 20 + (proposal % 20) }
        const changes = [{ kind: 'operation', ...pick(shop.operations), fields }]
        const proposed = await drive({
          port,
          callers: 1,
          goesOn: (answers) => answers < 1,
          ask: () => ({
            method: 'POST',
            path: '/proposals',
            session: shop.sessions[20],
            body: { method: 'keepSequence', changes },
          }),
        })
        times.push(proposed.p50Ms)
        for (const status of Object.keys(proposed.failed)) refused[Number(status)] = (refused[Number(status)] ?? 0) + 1
        await setTimeout(500)
      }
    },
  )
  const { gapMs, where } = await ask<BenchState>(product, 'state')
  const p95Ms = percentile(times, 0.95)
  say(
    `${times.length} proposals on ${operations} operations while 20 people edit`,
    `p50 ${ms(percentile(times, 0.5))}, p95 ${ms(p95Ms)}, longest ${ms(Math.max(...times))}, failed ${JSON.stringify(refused)}; ` +
      `${edits} edits p50 ${ms(editMs.p50)}, p95 ${ms(editMs.p95)}, failed ${JSON.stringify(failed)}, longest gap ${gapMs} ms (want 1 s, edits 300 ms)`,
    p95Ms < 1_000 && editMs.p95 < 300 && isClean({ failed }) && isClean({ failed: refused }),
  )
  console.log(`     ${where}`)
}

const parts = {
  reads: compareReads,
  crowd: workDuringRuns,
  guesses: () => workDuringGuesses(bench),
  soak: wear,
  forecast: followChanges,
  signins: () => signInTogether(bench),
  organizations: () => manyOrganizations(bench, Number(values.organizations)),
  runs: () => manyRuns(bench, Number(values.runs)),
  export: () => exportEverything(bench, Number(values.rows)),
  start: () => startAgain(Number(values.rows) / 2),
  questions: () => workDuringQuestions(bench, 1_000),
}
if (values.crowd) for (const size of values.sizes.split(',')) await lookOn(Number(size))
else if (values.proposals) for (const size of values.sizes.split(',')) await proposeMeanwhile(Number(size))
else for (const [name, measure] of Object.entries(parts)) if (wanted.includes(name)) await measure()
product.disconnect()
bare.disconnect()
