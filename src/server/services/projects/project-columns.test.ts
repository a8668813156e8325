import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ListedProject } from '#contract/projects.ts'
import { type HeldProjects, takeInProjects } from '#domain/projects/take-in-projects.ts'
import { hourMs } from '#domain/time/units.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { Random } from '../../seed/random.ts'
import { revertRun } from '../changes/revert-run.ts'
import { undoLast } from '../changes/undo-last.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { listProjectColumns, listProjects } from './read-projects.ts'
import { changeProject, createProject, deleteProject } from './write-projects.ts'

const shop = testRunner()
beforeEach(() => shop.start())

const asked = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID(), source: 'screen' })

/** A browser with the list open: it asks for the changes, and for the whole list if they do not fit. */
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

/** The projects as a list holds them, read by a server that has read nothing yet. */
const listed = async (ctx: TenantContext): Promise<ListedProject[]> =>
  (await listProjects(onAnotherServer(ctx))).map(
    ({
      createdAt: _at,
      modifiedAt: _when,
      modifiedBy: _who,
      heldOperationCount: _held,
      hoursPlanned: _hours,
      currentOperation,
      ...rest
    }) => {
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

/** Changes by people and by time, in addition to the random edits. */
const otherwise = (ctx: TenantContext): Record<string, () => Promise<unknown>> => ({
  'a run': () => runOf(ctx),
  'some hours': passTime(5),
  'the last change undone': () => undoLast(asked(ctx), { verb: 'undo' }).catch(() => null),
  'a run taken back': async () => revertRun(asked(ctx), { runId: await runOf(ctx) }),
  'a night': passTime(14),
})

describe('a list of projects that is kept current by patches', () => {
  it.each([3])('equals the whole list after each random edit (seed %i)', async (seed) => {
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
      // The server keeps its own list current in the same way.
      expect(await listProjects(ctx), said).toEqual(await listProjects(onAnotherServer(ctx)))
    }
    expect(answers.patch).toBeGreaterThan(15)
  })

  it('keeps the same object for each unchanged project, and the same list if nothing changed', async () => {
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

  it('inserts a new project at its place in the order, and removes a deleted one', async () => {
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

  it('updates the days past due at midnight in the time zone of the organization', async () => {
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
