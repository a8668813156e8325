import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportField } from '#contract/imports.ts'
import { newTestSource } from '#testing/data-sources/test-source.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { createCategory } from '../categories/write-categories.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject } from '../projects/write-projects.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db, { userName: 'Ana' })
})

const asRequest = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID() })

const table = ({ priority = '50', customer = 'Olsen', hours = '4', center = 'Saw', notes = '' } = {}) => `
Project number | Customer | Priority | Sequence | Operation | Hours | Work center | Notes | Predecessors
1 | ${customer} | ${priority} | 10 | Cut | ${hours} | ${center} | ${notes} | -
1 | | | 20 | Weld | 2 | Welding | | 10`

const sourceWith = (...ours: ImportField[]) => newTestSource(ana, table(), { rules: { ours } })
const project = async () => {
  const [found] = await listProjects(ana)
  if (!found) throw new Error('No project')
  return found
}
const operations = async () => listOperations(ana, { projectId: (await project()).projectId })
const change = async (input: Parameters<typeof changeOperation>[1]['input'], index = 0) => {
  const one = (await operations())[index]
  if (!one) throw new Error('No operation')
  const { projectId, operationId } = one
  await changeOperation(asRequest(ana), { projectId, operationId, input })
}
const changeIt = async (input: Parameters<typeof changeProject>[1]['input']) => {
  const { projectId } = await project()
  await changeProject(asRequest(ana), { projectId, input, expectedVersion: null, as: 'form' })
}

describe('a value that was changed here', () => {
  it('stays in a column that is ours, with both values reported, while the source wins in the others', async () => {
    const { run } = await sourceWith('priority', 'durationHours')
    await run(table())
    await changeIt({ priority: 90, customerName: 'Berg' })
    await change({ durationHours: 6, notes: 'Mind the burr' })
    const { details, outcome } = await run(table({ priority: '70', hours: '5', notes: 'New' }))
    expect(outcome).toBe('applied')
    const { projectId } = await project()
    const [cut] = await operations()
    expect(await project()).toMatchObject({ priority: 90, customerName: 'Olsen' })
    expect(cut).toMatchObject({ durationHours: 6, notes: 'New' })
    const of = { projectId, projectNumber: '1', projectName: '1' }
    expect(details.keptOurs).toEqual([
      { ...of, operationId: null, operationName: null, field: 'priority', ours: '90', theirs: '70' },
      { ...of, operationId: cut?.operationId, operationName: 'Cut', field: 'durationHours', ours: '6', theirs: '5' },
    ])
    expect(details.run.figures?.keptOurs).toBe(2)
  })

  it('stays with every later file, until the source has the same value', async () => {
    const { run } = await sourceWith('priority')
    await run(table())
    await changeIt({ priority: 90 })
    for (const priority of ['70', '60', '90']) await run(table({ priority }))
    expect((await project()).priority).toBe(90)
    expect((await run(table({ priority: '65' }))).details.keptOurs).toEqual([])
    expect((await project()).priority).toBe(65)
  })

  it('is taken from the source if it was not changed here, and the first time that the source has the record', async () => {
    const first = await newTestSource(ana, table())
    await first.run(table())
    await changeIt({ priority: 90 })
    const { run } = await newTestSource(ana, table(), { name: 'ERP', rules: { ours: ['priority'] } })
    await run(table({ priority: '40' }))
    expect((await project()).priority).toBe(40)
    await run(table({ priority: '30' }))
    expect((await project()).priority).toBe(30)
  })

  it('stays in a column whose rule becomes "ours" only after it', async () => {
    const source = await sourceWith()
    await source.run(table())
    await changeIt({ priority: 90, customerName: 'Berg' })
    await change({ durationHours: 6 })
    await source.change({ rules: { ...source.source().rules, ours: ['priority', 'durationHours'] } })
    await source.run(table({ priority: '70', hours: '5' }))
    expect(await project()).toMatchObject({ priority: 90, customerName: 'Olsen' })
    expect((await operations())[0]?.durationHours).toBe(6)
    await source.change({ rules: { ...source.source().rules, ours: [] } })
    await source.run(table({ priority: '70', hours: '5' }))
    expect((await project()).priority).toBe(70)
  })

  it('stays if the source says something of the column for the first time after it', async () => {
    const { run } = await sourceWith('notes')
    await run(table())
    await change({ notes: 'Ours' })
    const { details } = await run(table({ notes: 'Theirs' }))
    expect(details.keptOurs).toMatchObject([{ field: 'notes', ours: 'Ours', theirs: 'Theirs' }])
    expect((await operations())[0]?.notes).toBe('Ours')
  })

  it('may be a work center, and the one that the source names is not created for that', async () => {
    const { run } = await sourceWith('workCenter')
    await run(table())
    const { categoryId } = await createCategory(asRequest(ana), { input: { name: 'Laser' } })
    await change({ categoryId })
    const { details, outcome } = await run(table({ center: 'Plasma' }))
    expect(outcome).toBe('unchanged')
    expect(details.keptOurs).toMatchObject([{ field: 'workCenter', ours: 'Laser', theirs: 'Plasma' }])
    expect((await operations())[0]?.categoryId).toBe(categoryId)
    expect((await run(table({ center: 'Welding' }))).details.keptOurs).toMatchObject([{ theirs: 'Welding' }])
  })

  it('may be the predecessors with their lags', async () => {
    const { run } = await sourceWith('predecessors')
    await run(table())
    const [cut] = await operations()
    const id = cut?.operationId ?? ''
    await change({ dependencies: [id], dependencyLagHours: { [id]: 3 } }, 1)
    const { details } = await run(table())
    expect(details.keptOurs).toMatchObject([{ operationName: 'Weld', ours: '10FS+3h', theirs: '10' }])
    expect((await operations())[1]?.dependencyLagHours).toEqual({ [id]: 3 })
  })

  it('is also one that an undo has brought back', async () => {
    const { run } = await sourceWith('durationHours')
    await run(table())
    const before = await shopState(ana)
    const { details } = await run(table({ hours: '5' }))
    await undoChange(asRequest(ana), { changeId: details.run.changeId ?? '', verb: 'undo' })
    expect(await shopState(ana)).toEqual(before)
    const again = await run(table({ hours: '7' }))
    expect(again.details.keptOurs).toMatchObject([{ ours: '4', theirs: '7' }])
    expect(await shopState(ana)).toEqual(before)
  })

  it('is not what a run itself did: the phase of a project that it put on hold is taken from the source again', async () => {
    const text = 'Project number | Phase\n1 | Engineering\n2 | Engineering'
    const { run } = await newTestSource(ana, text, { rules: { ours: ['phase'], vanished: 'hold' } })
    await run(text)
    await run('Project number | Phase\n2 | Engineering')
    expect((await listProjects(ana)).map(({ currentPhase }) => currentPhase).sort()).toEqual(['engineering', 'on_hold'])
    await run(text.replace('1 | Engineering', '1 | Production'))
    expect((await listProjects(ana)).map(({ currentPhase }) => currentPhase).sort()).toEqual([
      'engineering',
      'production',
    ])
  })
})
