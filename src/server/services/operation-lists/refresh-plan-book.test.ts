import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { mintTenantContext, type TenantContext } from '../../context.ts'
import type { OpenDatabase } from '../../db/database.ts'
import type { Turn } from '../../db/engine.ts'
import { readTenant } from '../../db/transaction.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { systemContext } from '../../jobs/system-context.ts'
import { Random } from '../../seed/random.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { bulkChangeOperations } from '../bulk-operations/bulk-change-operations.ts'
import { changeCategory } from '../categories/change-category.ts'
import { changeOperation } from '../operations/change-operation.ts'
import { createOperation } from '../operations/create-operation.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { changeProject } from '../projects/change-project.ts'
import { createProject } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { revertRun } from '../scheduling-runs/revert-run.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { buildBook, type PlanBook } from './plan-book.ts'
import { readOverdueBefore } from './read-overdue-before.ts'
import { readPlanBook } from './read-plan-book.ts'
import { refreshPlanBook } from './refresh-plan-book.ts'

const dayMs = 86_400_000
let database: TestDatabase
let clock = Date.parse('2026-11-18T16:24:00Z')
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const plain = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column) ? Array.from(column as Float64Array, (of) => Math.round(of * 1e6) / 1e6) : column,
    ]),
  )

/** All that a book says, to be compared. Calendars may begin at another instant. */
const said = async (ctx: TenantContext, book: PlanBook) => ({
  projects: book.projects,
  shop: book.shop,
  words: book.words,
  plan: plain(book.plan),
  facts: plain(book.facts),
  overdueBefore: Array.from(
    await readTenant(ctx, (tx) => readOverdueBefore(tx, ctx.tenantId, book, clock - (clock % dayMs) - dayMs)),
  ),
})

const changesOf = (book: PlanBook, random: Random) => {
  const row = () => random.integer(0, book.plan.ids.length - 1)
  const operation = (at = row()) => ({
    projectId: book.plan.projects[book.plan.project[at] as number]?.projectId ?? '',
    operationId: book.plan.ids[at] as string,
  })
  const projectId = () => random.pick(book.projects).projectId
  const category = () => random.pick(book.shop.categories).categoryId
  const later = (days: number) => new Date(clock + days * dayMs).toISOString()
  const inputs: (() => OperationInput)[] = [
    () => ({ name: `Step ${random.integer(1, 9)}` }),
    () => ({ progressPercentage: random.integer(0, 10) * 10 }),
    () => ({ durationHours: random.integer(1, 40) }),
    () => ({ onHold: random.next() < 0.5 }),
    () => ({ categoryId: random.next() < 0.2 ? null : category() }),
    () => ({ sequence: random.integer(0, 9) }),
    () => ({ dependencies: [] }),
    () => ({ scheduledStartDate: later(-random.integer(3, 6)), scheduledEndDate: later(-random.integer(0, 2)) }),
  ]
  const edit = (ctx: TenantContext) => changeOperation(ctx, { ...operation(), input: random.pick(inputs)() })
  const many = () => Array.from({ length: 20 }, row).map((at) => ({ operationId: book.plan.ids[at] as string }))
  const project = (ctx: TenantContext, input: Parameters<typeof changeProject>[1]['input']) =>
    changeProject(ctx, { projectId: projectId(), input, expectedVersion: null, as: 'form' })
  return {
    edit,
    edits: async (ctx: TenantContext) => {
      for (let left = 3; left > 0; left--) await edit(ctx)
    },
    moved: (ctx: TenantContext) =>
      bulkChangeOperations(ctx, { target: { operations: many() }, action: { kind: 'rescheduleBy', workingDays: 1 } }),
    slots: (ctx: TenantContext) =>
      bulkChangeOperations(ctx, { target: { operations: many() }, action: { kind: 'nextFreeSlot' } }),
    priority: (ctx: TenantContext) =>
      bulkChangeOperations(ctx, {
        target: { operations: many() },
        action: { kind: 'priority', priority: random.integer(0, 100) },
      }),
    added: (ctx: TenantContext) => {
      const { projectId: id, operationId } = operation()
      return createOperation(ctx, { projectId: id, input: { name: 'Added', dependsOnOperationId: operationId } })
    },
    removed: (ctx: TenantContext) => removeOperation(ctx, operation()),
    shipDate: (ctx: TenantContext) => project(ctx, { plannedShipDate: later(random.integer(-5, 30)) }),
    held: (ctx: TenantContext) => project(ctx, { currentPhase: random.next() < 0.5 ? 'on_hold' : 'production' }),
    newProject: (ctx: TenantContext) =>
      createProject(ctx, { input: { projectName: 'New', plannedShipDate: later(9) } }),
    noProject: (ctx: TenantContext) => deleteProject(ctx, { projectId: projectId() }),
    category: (ctx: TenantContext) =>
      changeCategory(ctx, { categoryId: category(), input: { name: `Centre ${clock}` }, expectedVersion: null }),
  }
}

it('says after random changes what a process that reads everything says, reading little', async () => {
  const app = { db: database.db, now: () => new Date(clock) }
  const base = await runTestShop(app, { projects: 12, operations: 6 })
  const runner = startRunner(app, { info: () => undefined, error: () => undefined })
  const random = new Random(8)
  let book = await buildBook(await readPlanBook(base), clock)
  let [refreshed, steps, planRuns] = [0, 0, 0]
  const check = async (what: string) => {
    clock += random.integer(1, 40) * 1_000
    steps++
    const next = await refreshPlanBook(base, book)
    if (next) refreshed++
    const fresh = await buildBook(await readPlanBook(base), clock)
    expect(next?.stamp ?? fresh.stamp, what).toEqual(fresh.stamp)
    if (next) expect(await said(base, next), what).toEqual(await said(base, fresh))
    book = next ?? fresh
    return next !== null
  }
  const run = async () => {
    const { runId } = await startRun(base, { projectId: null })
    expect((await runUntil(base, runId)).status).toBe('Succeeded')
    if (await check('a run')) planRuns++
    return runId
  }
  try {
    for (let round = 0; round < 4; round++) {
      const runId = await run()
      for (let step = 0; step < 8; step++) {
        const changes = changesOf(book, random)
        const name = random.pick(Object.keys(changes) as (keyof typeof changes)[])
        const ctx = seedContext(app, base.tenantId, base.userId, base.userName)
        // A rule may refuse what chance proposes; then nothing has changed, and that is to be seen too.
        await changes[name](ctx).catch(() => undefined)
        await check(`${round}.${step} ${name}`)
      }
      if (round % 2 === 1) {
        await revertRun(seedContext(app, base.tenantId, base.userId, base.userName), { runId }).catch(() => undefined)
        await check('a run taken back')
      }
    }
  } finally {
    await runner.close()
  }
  // Only behind a removed project is everything read anew.
  expect(planRuns).toBeGreaterThanOrEqual(2)
  expect(refreshed / steps).toBeGreaterThan(0.75)
}, 60_000)

it('is read in turn with everybody by who waits for it, and behind them by the server itself', async () => {
  const ctx = await runTestShop({ db: database.db, now: () => new Date(clock) }, { projects: 1, operations: 1 })
  const turnsOf = async (reader: TenantContext) => {
    const turns: (Turn | undefined)[] = []
    const readTenantNoted: OpenDatabase['readTenant'] = (of, work, turn) => {
      turns.push(turn)
      return database.db.readTenant(of, work, turn)
    }
    const app = { ...reader.app, db: { ...database.db, readTenant: readTenantNoted } }
    await readPlanBook(mintTenantContext({ ...reader, app }))
    return turns
  }
  expect(await turnsOf({ ...ctx, door: 'api' } as TenantContext)).not.toContain('long')
  expect(await turnsOf(systemContext(ctx.app, ctx.tenantId, 'books'))).toContain('long')
})
