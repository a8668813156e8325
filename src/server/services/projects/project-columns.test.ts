import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ListedProject } from '#contract/projects.ts'
import { type HeldProjects, takeInProjects } from '#domain/projects/take-in-projects.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import type { TenantContext } from '../../context.ts'
import { Random } from '../../seed/random.ts'
import { undoLast } from '../changes/undo-last.ts'
import { revertRun } from '../scheduling-runs/revert-run.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { listProjectColumns, listProjects } from './read-projects.ts'
import { changeProject, createProject, deleteProject } from './write-projects.ts'

const hourMs = 3_600_000
const shop = testRunner()
beforeEach(() => shop.start())

const asked = (ctx: TenantContext): TenantContext => ({ ...ctx, requestId: randomUUID(), source: 'screen' })

/** Somebody who has the list open: asks for what changed, and for everything when that does not fit. */
const openList = (ctx: TenantContext) => {
  let held: HeldProjects | null = null
  const answers = { whole: 0, patch: 0 }
  const refresh = async (): Promise<ListedProject[]> => {
    const answer = await listProjectColumns(ctx, { since: held?.change })
    const taken = takeInProjects(held, answer)
    answers[answer.touched && taken ? 'patch' : 'whole'] += 1
    held = taken ?? takeInProjects(null, await listProjectColumns(ctx))
    return held?.projects ?? []
  }
  return { refresh, answers }
}

/** What a list holds of each project, read by a server that holds nothing. */
const listed = async (ctx: TenantContext): Promise<ListedProject[]> =>
  (await listProjects(onAnotherServer(ctx))).map(
    ({ createdAt: _at, modifiedAt: _when, modifiedBy: _who, currentOperation, ...rest }) => {
      const { operationId: _id, ...current } = currentOperation ?? { operationId: '' }
      return { ...rest, currentOperation: currentOperation && (current as ListedProject['currentOperation']) }
    },
  )

const runOf = async (ctx: TenantContext): Promise<string> => {
  const { runId } = await startRun(asked(ctx), { projectId: null })
  await runUntil(ctx, runId)
  return runId
}

const passTime = (hours: number) => async () => {
  shop.nowMs += hours * hourMs
}

/** What people and time do beside random edits. */
const otherwise = (ctx: TenantContext): Record<string, () => Promise<unknown>> => ({
  'a run': () => runOf(ctx),
  'some hours': passTime(5),
  'the last change undone': () => undoLast(asked(ctx), { verb: 'undo' }).catch(() => null),
  'a run taken back': async () => revertRun(asked(ctx), { runId: await runOf(ctx) }),
  'a night': passTime(14),
})

describe('a list of projects that is kept up by what changed since', () => {
  it.each([3])('equals one that is read whole, after each of the random edits of seed %i', async (seed) => {
    const ctx = await runTestShop(shop.app, { projects: 30, operations: 4 })
    const random = new Random(seed)
    const { refresh, answers } = openList(ctx)
    const others = Object.entries(otherwise(ctx))
    await refresh()
    for (let round = 0; round < 42; round++) {
      const [name, work] = others[round % 4 === 0 ? (round / 4) % others.length : -1] ?? ['a random edit', null]
      if (work) await work()
      else await randomEdit(ctx, random)
      const said = `after ${name}, round ${round}`
      expect(await refresh(), said).toEqual(await listed(ctx))
      // The server keeps its own list up in the same way.
      expect(await listProjects(ctx), said).toEqual(await listProjects(onAnotherServer(ctx)))
    }
    expect(answers.patch).toBeGreaterThan(15)
  })

  it('keeps every project that was not touched as the same object, and itself where nothing changed', async () => {
    const ctx = await runTestShop(shop.app, { projects: 12, operations: 0 })
    const { refresh, answers } = openList(ctx)
    const before = await refresh()
    expect(await refresh()).toBe(before)
    const { projectId } = before[4] ?? { projectId: '' }
    await changeProject(ctx, { projectId, input: { priority: 99 }, expectedVersion: null, as: 'part' })
    const after = await refresh()
    const isSame = after.map((project) => before.includes(project))
    expect(isSame.filter((same) => !same)).toHaveLength(1)
    expect(after.find((project) => project.projectId === projectId)?.priority).toBe(99)
    expect(answers).toEqual({ whole: 1, patch: 2 })
  })

  it('takes in a new project in its place, and loses one that was deleted', async () => {
    const ctx = await runTestShop(shop.app, { projects: 12, operations: 0 })
    const { refresh, answers } = openList(ctx)
    const [first, second] = await refresh()
    const input = {
      projectNumber: '0-first',
      plannedShipDate: '1999-12-31T12:00:00.000Z',
      description: 'A\n"quoted" one',
    }
    const made = await createProject(ctx, { input })
    expect((await refresh())[0]).toMatchObject({ projectId: made.projectId, ...input })
    await deleteProject(ctx, { projectId: first?.projectId ?? '' })
    expect((await refresh())[1]).toEqual(second)
    expect(answers.whole).toBe(1)
  })

  it('counts the days past due to today also after midnight, in the zone of the organization', async () => {
    const ctx = await runTestShop(shop.app, { projects: 12, operations: 0 })
    const { projectId } = await createProject(ctx, { input: { plannedShipDate: '2026-11-18T12:00:00.000Z' } })
    const { refresh, answers } = openList(ctx)
    const pastDue = async () => (await refresh()).find((project) => project.projectId === projectId)?.pastDueDays
    expect(await pastDue()).toBeNull()
    // Ten minutes to midnight in Chicago, then ten minutes past it.
    shop.nowMs = Date.parse('2026-11-19T05:50:00Z')
    expect(await pastDue()).toBeNull()
    expect(answers.whole).toBe(1)
    shop.nowMs = Date.parse('2026-11-19T06:10:00Z')
    expect(await pastDue()).toBe(1)
    expect(answers.whole).toBe(2)
  })
})
