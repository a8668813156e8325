import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompactSchedule } from '#contract/schedule.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'
import { hourMs } from '#domain/time/units.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readShopDifference } from '../../db/shop-changes.ts'
import { Random } from '../../seed/random.ts'
import { revertRun } from '../changes/revert-run.ts'
import { undoLast } from '../changes/undo-last.ts'
import { listOperations } from '../operations/read-operations.ts'
import { moveOperations } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject } from '../projects/write-projects.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { getSchedule } from './get-schedule.ts'

const shop = testRunner()
beforeEach(() => shop.start())

const asked = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID(), source: 'screen' })

/** A browser with the schedule open: it asks for the changes, and for the whole schedule if they do not fit. */
const openBoard = (ctx: TenantContext) => {
  let held: CompactSchedule | null = null
  const answers = { whole: 0, patch: 0 }
  const refresh = async (): Promise<CompactSchedule> => {
    const answer = await getSchedule(ctx, { since: held?.change })
    const taken = takeInSchedule(held, answer)
    answers[answer.touched && taken ? 'patch' : 'whole'] += 1
    held = taken ?? (await wholeSchedule(ctx))
    return held
  }
  return { refresh, answers }
}

/** Everything that is drawn. Calendars are left out, because they may cover another window if read earlier. */
const drawn = ({ from: _from, to: _to, calendars, holidays: _holidays, ...schedule }: CompactSchedule) => ({
  ...schedule,
  calendars: calendars.map(({ name }) => name),
})

const runOf = async (ctx: TenantContext, projectId: string | null): Promise<string> => {
  const { runId } = await startRun(asked(ctx), { projectId })
  await runUntil(ctx, runId)
  return runId
}

/** Changes by people and by time, in addition to the random edits of single records. */
const otherwise = (ctx: TenantContext, random: Random): Record<string, () => Promise<unknown>> => {
  const aProject = async () => random.pick(await listProjects(ctx)).projectId
  return {
    'a run over everything': () => runOf(ctx, null),
    'hours that pass': async () => {
      shop.nowMs += 3 * hourMs
    },
    'a run over one project': async () => runOf(ctx, await aProject()),
    'the last change undone': () => undoLast(asked(ctx), { verb: 'undo' }).catch(() => null),
    'a run taken back': async () => revertRun(asked(ctx), { runId: await runOf(ctx, null) }),
    'an operation moved by hand': async () => {
      const [operation] = await listOperations(ctx, { projectId: await aProject() })
      if (!operation) return
      const scheduledStartDate = new Date(shop.nowMs + random.integer(1, 400) * hourMs).toISOString()
      const scheduledEndDate = new Date(Date.parse(scheduledStartDate) + 5 * hourMs).toISOString()
      const { operationId } = operation
      await moveOperations(asked(ctx), { moves: [{ operationId, scheduledStartDate, scheduledEndDate }] })
    },
  }
}

describe('a schedule that is kept current by patches', () => {
  it.each([7])('equals a newly read schedule after each random edit (seed %i)', async (seed) => {
    const ctx = await runTestShop(shop.app, { projects: 24, operations: 4 })
    const random = new Random(seed)
    const { refresh, answers } = openBoard(ctx)
    const others = Object.entries(otherwise(ctx, random))
    await refresh()
    for (let round = 0; round < 20; round++) {
      const [name, work] = others[round % 3 === 0 ? (round / 3) % others.length : -1] ?? ['a random edit', null]
      if (work) await work()
      else await randomEdit(ctx, random)
      const kept = await refresh()
      expect(drawn(kept), `after ${name}, round ${round}`).toEqual(drawn(await wholeSchedule(onAnotherServer(ctx))))
    }
    expect(answers.patch).toBeGreaterThan(8)
  })

  it('gets a patch of the projects that a run moved, and of those that reverting the run moved', async () => {
    const ctx = await runTestShop(shop.app, { projects: 40, operations: 3 })
    await runOf(ctx, null)
    const { change, projects } = await wholeSchedule(ctx)
    const projectId = projects.ids[30] ?? ''
    await changeProject(ctx, { projectId, input: { priority: 99 }, expectedVersion: null, as: 'form' })
    const [first] = await listOperations(ctx, { projectId })
    const at = { scheduledStartDate: '2027-03-01T15:00:00.000Z', scheduledEndDate: '2027-03-01T20:00:00.000Z' }
    await moveOperations(asked(ctx), {
      moves: [{ operationId: first?.operationId ?? '', pinned: false, ...at }],
    })
    const { change: beforeRun } = await getSchedule(ctx, { since: change })
    const runId = await runOf(ctx, projectId)
    // The forecast, which changes more projects, has not been computed again yet.
    const { changed } = await readTenant(ctx, (tx) => readShopDifference(tx, ctx.tenantId, beforeRun))
    expect(changed).toEqual({ projectIds: [projectId] })
    const byRun = await getSchedule(ctx, { since: beforeRun })
    expect(byRun.touched).toContain(projectId)
    expect(byRun.touched?.length).toBeLessThan(14)
    await revertRun(asked(ctx), { runId })
    const taken = await getSchedule(ctx, { since: byRun.change })
    expect(taken.touched).toContain(projectId)
    expect(taken.frame).toBeNull()
  })

  it('includes changes that were made while a large schedule was read in parts', async () => {
    const ctx = await runTestShop(shop.app, { projects: 260, operations: 2 })
    const { operations } = await wholeSchedule(ctx)
    const { rows } = await shop.app.db.withTenant(ctx, (tx) =>
      tx.execute<{ id: string; project: string }>(sql`select operation_id as id, project_id as project from operations
        where tenant_id = ${ctx.tenantId} order by project_id, sequence`),
    )
    // Two edits arrive during the reading: one in a part already read, the other in a part not yet read.
    const reading = getSchedule(ctx)
    const edited = [rows.at(0), rows.at(-1)].map((row) => ({
      operationId: row?.id ?? '',
      projectId: row?.project ?? '',
    }))
    await Promise.all(
      edited.map(({ operationId, projectId }) =>
        writeTenant(ctx, async ({ tx, record }) => {
          await tx.execute(sql`update operations set name = 'Renamed', version = version + 1
            where tenant_id = ${ctx.tenantId} and operation_id = ${operationId}`)
          record.changed('operations', { id: operationId, projectId })
        }),
      ),
    )
    const torn = takeInSchedule(null, await reading)
    const mended = torn && takeInSchedule(torn, await getSchedule(ctx, { since: torn.change }))
    expect(mended?.operations.names.filter((name) => name === 'Renamed')).toHaveLength(2)
    expect(mended?.operations.ids).toEqual(operations.ids)
  })

  it('is read again on another day, and when a bar lies outside the calendars that the browser has', async () => {
    const ctx = await runTestShop(shop.app, { projects: 12, operations: 2 })
    const held = await wholeSchedule(ctx)
    const projectId = held.projects.ids[0] ?? ''
    const ask = () => getSchedule(ctx, { since: held.change })
    expect(takeInSchedule(held, await ask())?.projects).toEqual(held.projects)
    const later = new Date(held.to + 24 * hourMs).toISOString()
    const moves = [{ operationId: held.operations.ids[0] ?? '', scheduledStartDate: later, scheduledEndDate: later }]
    await moveOperations(asked(ctx), { moves })
    const outside = await ask()
    expect(outside.touched).toContain(projectId)
    expect(takeInSchedule(held, outside)).toBeNull()
    shop.nowMs += 24 * hourMs
    expect(takeInSchedule(held, { ...outside, touched: [], now: shop.nowMs })).toBeNull()
  })

  it('is sent whole for an unknown change number, and drops a project that a patch names without a row', async () => {
    const ctx = await runTestShop(shop.app, { projects: 12, operations: 2 })
    const held = await wholeSchedule(ctx)
    expect((await getSchedule(ctx, { since: held.change + 1 })).touched).toBeNull()
    const gone = takeInSchedule(held, {
      ...(await getSchedule(ctx, { since: held.change })),
      touched: [held.projects.ids[3] ?? ''],
    })
    expect(gone?.projects.ids).toEqual(held.projects.ids.toSpliced(3, 1))
    expect(gone?.operations.ids).toHaveLength(held.operations.ids.length - 2)
  })
})
