import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectInput } from '#contract/projects.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { daysFrom } from '#testing/test-days.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { listProjectHistory } from '../history/read-history.ts'
import { getProject, listProjects } from './read-projects.ts'
import { changeProject, createProject } from './write-projects.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

const create = (input: ProjectInput = {}) => createProject(ctx, { input })
const part = (projectId: string, input: ProjectInput, expectedVersion: number | null = null) =>
  changeProject(ctx, { projectId, input, expectedVersion, as: 'part' })

describe('creating a project', () => {
  it('fills in missing values', async () => {
    const first = await create()
    const second = await create()
    expect(first).toMatchObject({
      projectName: 'Unnamed Project',
      projectNumber: '1001',
      status: 'New',
      currentPhase: 'engineering',
      priority: 50,
      version: 1,
      state: 'unscheduled',
      operationCount: 0,
      projectedFrom: 'none',
      currentOperation: null,
    })
    expect(second.projectNumber).toBe('1002')
    expect(await getProject(ctx, { projectId: first.projectId })).toEqual(first)
    expect((await listProjects(ctx)).map(({ projectId }) => projectId)).toEqual(
      expect.arrayContaining([first.projectId, second.projectId]),
    )
  })

  it('skips project numbers in use, and refuses a given number that is in use', async () => {
    const { projectNumber } = await create()
    const next = Number(projectNumber) + 1
    await create({ projectNumber: `${next}` })
    await create({ projectNumber: `${next + 5}` })
    expect((await create()).projectNumber).toBe(`${next + 6}`)
    await expect(create({ projectNumber: `${next}` })).rejects.toMatchObject({
      code: 'conflict',
      message: `Project number ${next} is already in use.`,
    })
  })
})

describe('changing a project', () => {
  it('refuses a stale version and names the current one, and refuses an unknown project', async () => {
    const { projectId } = await create()
    await part(projectId, { priority: 70 }, 1)
    await expect(part(projectId, { priority: 71 }, 1)).rejects.toMatchObject({ code: 'stale', currentVersion: 2 })
    await expect(part(randomUUID(), { priority: 71 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('writes the changed fields to history', async () => {
    const { projectId } = await create({ projectName: 'Press line' })
    await part(projectId, { currentPhase: 'on_hold' })
    const [last, first] = await listProjectHistory(ctx, { projectId })
    expect(first).toMatchObject({ action: 'create', userName: 'Test Admin', source: 'api' })
    expect(first?.changes).toContainEqual({ field: 'projectName', from: null, to: 'Press line' })
    expect(last).toMatchObject({
      action: 'update',
      changes: [
        { field: 'status', from: 'New', to: 'On Hold' },
        { field: 'currentPhase', from: 'engineering', to: 'on_hold' },
      ],
    })
  })

  it('cannot set a shipped project to In Progress while it keeps its ship date', async () => {
    const { projectId } = await create({ currentPhase: 'shipped', actualShipDate: daysFrom(new Date(), -6) })
    const refused = { code: 'rule', message: expect.stringMatching(/^A shipped project stays Completed/) }
    await expect(part(projectId, { status: 'In Progress' })).rejects.toMatchObject(refused)
    const input = { projectName: 'Shipped', status: 'On Hold' } as const
    await expect(changeProject(ctx, { projectId, input, expectedVersion: 1, as: 'form' })).rejects.toMatchObject(
      refused,
    )
    expect(await part(projectId, { currentPhase: 'complete' })).toMatchObject({ actualShipDate: null })
    expect(await part(projectId, { status: 'In Progress' })).toMatchObject({ status: 'In Progress' })
  })

  it('applies the rules of the board to a change of the phase alone, but not to the form', async () => {
    const { projectId } = await create({ currentPhase: 'on_hold' })
    await expect(part(projectId, { currentPhase: 'production' })).rejects.toMatchObject({
      code: 'invalid_move',
      message: 'Invalid move - this transition is not allowed',
    })
    await expect(part(projectId, { currentPhase: 'shipped' })).rejects.toMatchObject({ code: 'rule' })
    const input = { projectName: 'Back again', currentPhase: 'production' } as const
    expect(await changeProject(ctx, { projectId, input, expectedVersion: 1, as: 'form' })).toMatchObject({
      currentPhase: 'production',
      status: 'In Progress',
    })
  })

  it('accepts its own project number, and refuses the number of another project and an empty one', async () => {
    const [one, two] = [await create(), await create()]
    const { projectId, projectNumber } = one
    await expect(part(two.projectId, { projectNumber })).rejects.toMatchObject({ code: 'conflict' })
    await expect(part(projectId, { projectNumber: '' })).rejects.toMatchObject({ code: 'validation' })
    expect((await part(projectId, { projectNumber, projectName: '' })).projectName).toBe('Unnamed Project')
  })
})

describe('fifty parallel writes to one project', () => {
  it('add one version for each accepted write, and replaying history gives the record', async () => {
    const { projectId } = await create({ projectName: 'Contended' })
    const writers = Array.from({ length: 50 }, (_, index) =>
      part(projectId, index % 2 ? { priority: index } : { description: `Note ${index}` }, index % 5 === 0 ? 1 : null),
    )
    const outcomes = await Promise.allSettled(writers)
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length
    const record = await getProject(ctx, { projectId })
    expect(accepted).toBeGreaterThan(30)
    expect(record.version).toBe(1 + accepted)
    const replayed: Record<string, unknown> = {}
    for (const { changes } of (await listProjectHistory(ctx, { projectId })).reverse()) {
      for (const { field, from, to } of changes) {
        expect(replayed[field] ?? null).toEqual(from)
        replayed[field] = to
      }
    }
    expect(record).toMatchObject(Object.fromEntries(Object.entries(replayed)))
  })
})
