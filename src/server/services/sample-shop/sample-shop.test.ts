import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { listCategories } from '../categories/read-categories.ts'
import { changeCategory } from '../categories/write-categories.ts'
import { listChanges } from '../changes/list-changes.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject, deleteProject } from '../projects/write-projects.ts'
import { listShifts } from '../shifts/read-shifts.ts'
import { changeShift } from '../shifts/write-shifts.ts'
import { changeTenantSettings, getTenantSettings } from '../tenants/settings.ts'
import { addSampleShop } from './add-sample-shop.ts'
import { removeSampleShop } from './remove-sample-shop.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db, { userName: 'Ana' })
})

const asRequest = (): TenantContext => withFacts(ana, { requestId: randomUUID() })
const add = () => addSampleShop(asRequest())
const remove = () => removeSampleShop(asRequest())
const newest = async () => (await listChanges(ana))[0]?.changeId ?? ''
const undoNewest = async () => undoChange(asRequest(), { changeId: await newest(), verb: 'undo' })

const projectNamed = async (name: string) => {
  const found = (await listProjects(ana)).find(({ projectName }) => projectName === name)
  if (!found) throw new Error(`No project ${name}`)
  return found
}
const centerNamed = async (name: string) => {
  const found = (await listCategories(ana)).find((category) => category.name === name)
  if (!found) throw new Error(`No work center ${name}`)
  return found
}

describe('adding the sample shop', () => {
  it('gives an empty organization projects with routings, work centers and a default shift pattern', async () => {
    const counts = await add()
    const projects = await listProjects(ana)
    expect(projects.map(({ projectNumber }) => projectNumber).toSorted()).toEqual(['S-1', 'S-2', 'S-3', 'S-4'])
    expect(await listCategories(ana)).toHaveLength(5)
    expect(counts).toEqual({
      projects: 4,
      workCenters: 5,
      operations: projects.reduce((sum, { operationCount }) => sum + operationCount, 0),
    })
    const [cut, second] = await listOperations(ana, { projectId: (await projectNamed('Pump skid')).projectId })
    expect(second?.dependencies).toEqual([cut?.operationId])
    expect(cut?.categoryId).toBe((await centerNamed('Cutting')).categoryId)
    const [shift] = await listShifts(ana)
    expect(await getTenantSettings(ana)).toMatchObject({ holdsSample: true, defaultShiftId: shift?.shiftId })
  })

  it('dates the projects from today on in the zone of the organization, on workdays', async () => {
    const timeZone = 'Pacific/Auckland'
    await changeTenantSettings(ana, { input: { timeZone }, expectedVersion: null })
    await add()
    const day = (iso: string | null) =>
      new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }).format(
        new Date(iso ?? ''),
      )
    for (const { productionStartDate, plannedShipDate } of await listProjects(ana)) {
      expect(day(productionStartDate)).toMatch(/^(Mon|Tue|Wed|Thu|Fri), 08$/)
      expect(day(plannedShipDate)).toMatch(/^(Mon|Tue|Wed|Thu|Fri), 08$/)
      const startsInDays = (Date.parse(productionStartDate ?? '') - ana.app.now().getTime()) / 86_400_000
      expect(Math.abs(startsInDays)).toBeLessThan(7)
      expect(Date.parse(plannedShipDate ?? '')).toBeGreaterThan(ana.app.now().getTime())
    }
  })

  it('uses the work centers and the shift pattern that are there, and leaves the own project numbers alone', async () => {
    const own = await buildCategory(ana, { name: 'Welding' })
    await buildCategory(ana, { name: 'Painting', kind: 'pool' })
    const before = await buildProject(ana, {})
    await add()
    const weld = (await listOperations(ana, { projectId: (await projectNamed('Lifting beam')).projectId }))[2]
    expect(weld).toMatchObject({ name: 'Weld lugs', categoryId: own.categoryId })
    expect((await listCategories(ana)).map(({ name }) => name)).toContain('Painting (sample)')
    const after = await buildProject(ana, {})
    expect(Number(after.projectNumber)).toBe(Number(before.projectNumber) + 1)
    await remove()
    expect((await listCategories(ana)).map(({ name }) => name).toSorted()).toEqual(['Painting', 'Welding'])
  })

  it('is one change set, which undo takes back exactly', async () => {
    const before = await shopState(ana)
    await add()
    expect(await listChanges(ana)).toHaveLength(1)
    await undoNewest()
    expect(await shopState(ana)).toEqual(before)
    expect((await getTenantSettings(ana)).holdsSample).toBe(false)
  })

  it('is refused while the organization holds one', async () => {
    await add()
    await expect(add()).rejects.toThrow('This organization holds a sample shop already.')
  })
})

describe('removing the sample shop', () => {
  it('leaves an organization as it was before, also when people have changed or deleted parts of it', async () => {
    const before = await shopState(ana)
    await add()
    const { projectId } = await projectNamed('Conveyor frame')
    const [cut] = await listOperations(ana, { projectId })
    await changeProject(asRequest(), { projectId, input: { priority: 99 }, expectedVersion: null, as: 'part' })
    await changeOperation(asRequest(), {
      projectId,
      operationId: cut?.operationId ?? '',
      input: { progressPercentage: 100 },
    })
    const { categoryId } = await centerNamed('Welding')
    await changeCategory(asRequest(), { categoryId, input: { name: 'Weld shop', capacity: 7 }, expectedVersion: null })
    const [shift] = await listShifts(ana)
    await changeShift(asRequest(), { shiftId: shift?.shiftId ?? '', input: { name: 'Days' }, expectedVersion: null })
    await deleteProject(asRequest(), { projectId: (await projectNamed('Lifting beam')).projectId })
    expect(await remove()).toEqual({ kept: [] })
    expect(await shopState(ana)).toEqual(before)
  })

  it('is one change set, and undo brings the sample back with what people have changed', async () => {
    await add()
    const { projectId } = await projectNamed('Conveyor frame')
    await changeProject(asRequest(), { projectId, input: { priority: 99 }, expectedVersion: null, as: 'part' })
    const before = await shopState(ana)
    await remove()
    await undoNewest()
    expect(await shopState(ana)).toEqual(before)
    expect((await getTenantSettings(ana)).holdsSample).toBe(true)
    expect(await remove()).toEqual({ kept: [] })
  })

  it('keeps what people have added, and the records that it needs, and names these', async () => {
    await add()
    const welding = await centerNamed('Welding')
    const own = await buildProject(ana, { projectName: 'Own' })
    await buildOperation(ana, own.projectId, { name: 'Weld own', categoryId: welding.categoryId })
    const { projectId } = await projectNamed('Pump skid')
    const stored = await listOperations(ana, { projectId })
    const mine = await buildOperation(ana, projectId, {
      name: 'Pack',
      dependsOnOperationId: stored.at(-1)?.operationId,
    })
    expect(await remove()).toEqual({
      kept: [
        { entity: 'project', name: 'Pump skid', operations: 1 },
        { entity: 'category', name: 'Welding', operations: 1 },
        { entity: 'shift', name: 'Day shift' },
      ],
    })
    expect((await listProjects(ana)).map(({ projectName }) => projectName).toSorted()).toEqual(['Own', 'Pump skid'])
    expect(await listOperations(ana, { projectId })).toMatchObject([
      { operationId: mine.operationId, dependencies: [] },
    ])
    expect((await listCategories(ana)).map(({ name }) => name)).toEqual(['Welding'])
    const [shift] = await listShifts(ana)
    expect(await getTenantSettings(ana)).toMatchObject({ holdsSample: false, defaultShiftId: shift?.shiftId })
    await expect(remove()).rejects.toThrow('This organization holds no sample shop.')
  })

  it('keeps a work center at which own work may run instead', async () => {
    await add()
    const painting = await centerNamed('Painting')
    const other = await buildCategory(ana, { name: 'Booth 2' })
    const own = await buildProject(ana, { projectName: 'Own' })
    await buildOperation(ana, own.projectId, {
      name: 'Paint own',
      categoryId: other.categoryId,
      alternatives: [{ categoryId: painting.categoryId, durationHours: 4 }],
    })
    expect((await remove()).kept).toContainEqual({ entity: 'category', name: 'Painting', operations: 1 })
  })
})
