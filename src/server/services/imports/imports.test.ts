import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportTable } from '#contract/imports.ts'
import { guessColumns } from '#domain/import/guess-columns.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { listCategories } from '../categories/read-categories.ts'
import { createCategory } from '../categories/write-categories.ts'
import { listChanges } from '../changes/list-changes.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listHistory } from '../history/read-history.ts'
import { listHolidays } from '../holidays/read-holidays.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject, createProject } from '../projects/write-projects.ts'
import { listShifts } from '../shifts/read-shifts.ts'
import { commitImport, previewImport } from './import-projects.ts'

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

const tableOf = (text: string, more: Partial<ImportTable> = {}): ImportTable => {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return {
    header,
    rows,
    columns: guessColumns({ header, rows, remembered: {} }),
    dateOrder: 'auto',
    chained: true,
    ...more,
  }
}

const preview = (table: ImportTable, ctx = ana) => previewImport(ctx, { table })

/** Checks and imports a table as one request; returns the id of its change set. */
const importTable = async (table: ImportTable, { leavesOutFailed = false, ctx = ana } = {}): Promise<string> => {
  const { seen } = await preview(table, ctx)
  const request = asRequest(ctx)
  await commitImport(request, { input: { ...table, seen, leavesOutFailed } })
  return request.requestId
}

const undo = (changeId: string) => undoChange(asRequest(ana), { changeId, verb: 'undo' })

const shop = `
Project number | Project name | Customer | Priority | Planned ship date | Sequence | Operation | Work center | Hours | Predecessors | Progress %
1042 | Frame | Olsen | 80 | 2026-12-10 | 10 | Cut | Saw | 4 | |
1042 | | | | | 20 | Weld | Welding | 7,5 | 10FS+2h | 50
1042 | | | | | 30 | Paint | Paint | 2 | 10;20 @50% |
1043 | Rotor | Berg | | 2027-01-15 | 10 | Mill | Mill | 12 | - |
1044 | Sign | | | | | | | | |`

const projectNamed = async (number: string) => {
  const found = (await listProjects(ana)).find(({ projectNumber }) => projectNumber === number)
  if (!found) throw new Error(`No project ${number}`)
  return found
}
const operationsOf = async (number: string) =>
  listOperations(ana, { projectId: (await projectNamed(number)).projectId })

describe('importing into an empty organization', () => {
  it('shows what would be created and stores nothing', async () => {
    const before = await shopState(ana)
    expect(await preview(tableOf(shop))).toMatchObject({
      actions: 'ccccc',
      counts: { create: 5, update: 0, unchanged: 0, skip: 0, failed: 0 },
      projects: { create: 3, update: 0 },
      operations: { create: 4, update: 0 },
      workCenters: ['Saw', 'Welding', 'Paint', 'Mill'],
      problems: [],
    })
    expect(await shopState(ana)).toEqual(before)
  })

  it('creates projects, operations, dependencies and work centers, and writes history as an import', async () => {
    await importTable(tableOf(shop))
    const centers = new Map((await listCategories(ana)).map(({ categoryId, name }) => [categoryId, name]))
    expect(await projectNamed('1042')).toMatchObject({
      projectName: 'Frame',
      customerName: 'Olsen',
      priority: 80,
      plannedShipDate: '2026-12-10T08:00:00.000Z',
    })
    const [cut, weld, paint] = await operationsOf('1042')
    expect(weld).toMatchObject({
      name: 'Weld',
      durationHours: 7.5,
      progressPercentage: 50,
      dependencies: [cut?.operationId],
      dependencyLagHours: { [cut?.operationId ?? '']: 2 },
    })
    expect(centers.get(weld?.categoryId ?? '')).toBe('Welding')
    expect(paint).toMatchObject({
      dependencies: [cut?.operationId, weld?.operationId],
      dependencyOverlapPercent: { [weld?.operationId ?? '']: 50 },
    })
    const { entries } = await listHistory(ana, {})
    expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(['import']))
    expect((await listChanges(ana))[0]).toMatchObject({ source: 'import', summary: { entity: 'project', count: 3 } })
  })

  it('is undone completely in one step', async () => {
    const before = await shopState(ana)
    const changeId = await importTable(tableOf(shop))
    expect(await shopState(ana)).not.toEqual(before)
    expect(await undo(changeId)).toMatchObject({ restored: 12, left: [] })
    expect(await shopState(ana)).toEqual(before)
    await undoChange(asRequest(ana), { changeId, verb: 'redo' })
    expect(await operationsOf('1042')).toHaveLength(3)
  })

  it('chains new operations if the table has no predecessors, unless the user opts out', async () => {
    const text = 'Project number | Sequence | Operation | Hours\n1 | 20 | Weld | 2\n1 | 10 | Cut | 1\n1 | 30 | Pack | 1'
    await importTable(tableOf(text))
    expect((await projectNamed('1')).projectName).toBe('1')
    const [cut, weld, pack] = await operationsOf('1')
    expect([cut, weld, pack].map((one) => one?.dependencies)).toEqual([[], [cut?.operationId], [weld?.operationId]])
    await importTable(tableOf(text.replaceAll('\n1 |', '\n2 |'), { chained: false }))
    expect((await operationsOf('2')).flatMap(({ dependencies }) => dependencies)).toEqual([])
  })
})

describe('importing again', () => {
  it('changes nothing for the same table', async () => {
    await importTable(tableOf(shop))
    const again = await preview(tableOf(shop))
    expect(again).toMatchObject({
      actions: 'nnnnn',
      projects: { create: 0, update: 0 },
      operations: { create: 0, update: 0 },
    })
    await expect(
      commitImport(ana, { input: { ...tableOf(shop), seen: again.seen, leavesOutFailed: false } }),
    ).rejects.toMatchObject({
      code: 'rule',
    })
  })

  it('updates what differs and reports the cells', async () => {
    await importTable(tableOf(shop))
    const before = await shopState(ana)
    const changed = tableOf(
      shop.replace('| 7,5 |', '| 9 |').replace('| Olsen | 80', '| Olsen | 85').replace('| 12 | -', '| 12 |'),
    )
    expect(await preview(changed)).toMatchObject({
      actions: 'uunnn',
      changed: [
        { row: 0, columns: [3] },
        { row: 1, columns: [8] },
      ],
    })
    const changeId = await importTable(changed)
    expect((await projectNamed('1042')).priority).toBe(85)
    expect((await operationsOf('1042'))[1]?.durationHours).toBe(9)
    await undo(changeId)
    expect(await shopState(ana)).toEqual(before)
  })

  it('matches records by external id, so that numbers and names may change', async () => {
    const text = (number: string, name: string) =>
      `Project ID | Project number | Operation ID | Operation | Hours\nP7 | ${number} | O1 | ${name} | 4`
    await importTable(tableOf(text('1', 'Cut')))
    const [cut] = await operationsOf('1')
    await importTable(tableOf(text('2', 'Saw')))
    expect(await operationsOf('2')).toMatchObject([{ operationId: cut?.operationId, name: 'Saw' }])
    expect(await listProjects(ana)).toHaveLength(1)
    const other = 'Project ID | Project number | Operation\nP8 | 2 | Cut'
    expect((await preview(tableOf(other))).problems).toMatchObject([
      { column: 1, message: expect.stringContaining('ID P7') },
    ])
  })

  it('matches operations by sequence, else by name, and asks for numbers if names repeat', async () => {
    const { projectId } = await createProject(asRequest(ana), { input: { projectNumber: '1' } })
    for (const [name, sequence] of [
      ['Cut', 10],
      ['Weld', 20],
      ['Weld', 30],
    ] as const) {
      await createOperation(asRequest(ana), { projectId, input: { name, sequence, durationHours: 1 } })
    }
    const byNumber = await preview(tableOf('Project number | Sequence | Operation\n1 | 20 | Weld'))
    expect(byNumber.actions).toBe('n')
    const byName = await preview(tableOf('Project number | Operation | Hours\n1 | cut | 1\n1 | Weld | 2'))
    expect(byName).toMatchObject({
      actions: 'uf',
      problems: [{ row: 1, message: expect.stringContaining('2 operations') }],
    })
  })

  it('ignores empty cells and missing columns', async () => {
    await importTable(tableOf(shop))
    const before = await operationsOf('1042')
    await importTable(tableOf('Project number | Sequence | Operation | Hours | Customer\n1042 | 20 | | 8 |'))
    const after = await operationsOf('1042')
    expect(after[1]).toMatchObject({
      ...before[1],
      durationHours: 8,
      version: 2,
      modifiedAt: expect.anything(),
      outlook: expect.anything(),
    })
    expect((await projectNamed('1042')).customerName).toBe('Olsen')
  })
})

describe('rows with errors', () => {
  const wrong = `
Project number | Sequence | Operation | Work center | Hours | Predecessors
1 | 10 | Cut | | four |
1 | 20 | Weld | | 2 | 10
1 | 30 | Paint | | 2 | 99
1 | 40 | Pack | | 1 | 50
1 | 50 | Ship | | 1 | 40
1 | 60 | Label | | 1 |
| | | | |
2 | 10 | Cut | | x |`

  it('are reported by row and column, together with the rows that depend on them', async () => {
    const { actions, problems } = await preview(tableOf(wrong))
    expect(actions).toBe('fffffcsf')
    expect(problems).toMatchObject([
      { row: 0, column: 4 },
      { row: 1, column: 5, message: 'Waits for row 1, which has an error' },
      { row: 2, column: 5, message: 'There is no operation "99" in project 1' },
      {
        row: 3,
        column: 5,
        message: 'These operations wait for each other: row 4 (Pack) -> row 5 (Ship) -> row 4 (Pack)',
      },
      { row: 4, column: 5 },
      { row: 7, column: 4 },
    ])
  })

  it('store nothing unless the user leaves them out', async () => {
    const before = await shopState(ana)
    await expect(importTable(tableOf(wrong))).rejects.toMatchObject({ code: 'rule' })
    expect(await shopState(ana)).toEqual(before)
    const changeId = await importTable(tableOf(wrong), { leavesOutFailed: true })
    expect(await operationsOf('1')).toMatchObject([{ name: 'Label' }])
    expect(await listProjects(ana)).toHaveLength(1)
    await undo(changeId)
    expect(await shopState(ana)).toEqual(before)
  })

  it('an error in a cell of the project holds back all of its rows', async () => {
    const text = 'Project number | Priority | Operation\n1 | 500 | Cut\n1 | | Weld\n2 | 5 | Cut'
    expect(await preview(tableOf(text))).toMatchObject({
      actions: 'ffc',
      problems: [
        { row: 0, column: 1 },
        { row: 1, column: null, message: 'Its project has an error in row 1' },
      ],
    })
  })

  it('a cycle with stored operations is refused', async () => {
    const { projectId } = await createProject(asRequest(ana), { input: { projectNumber: '1' } })
    const [cut, weld] = [randomUUID(), randomUUID()]
    for (const [operationId, name, sequence] of [
      [cut, 'Cut', 10],
      [weld, 'Weld', 20],
    ] as const) {
      const { operationId: made } = await createOperation(asRequest(ana), { projectId, input: { name, sequence } })
      if (operationId === weld) {
        const [first] = await operationsOf('1')
        await changeOperation(asRequest(ana), {
          projectId,
          operationId: made,
          input: { dependencies: [first?.operationId ?? ''] },
        })
      }
    }
    expect((await preview(tableOf('Project number | Sequence | Predecessors\n1 | 10 | 20'))).problems).toMatchObject([
      { row: 0, column: 2, message: 'These operations wait for each other: Weld -> row 1 (Cut) -> Weld' },
    ])
  })

  it('only admins create work centers by importing', async () => {
    await createCategory(asRequest(ana), { input: { name: 'Saw' } })
    const planner: TenantContext = withFacts(ana, { role: 'plan' })
    const text = 'Project number | Operation | Work center\n1 | Cut | saw\n1 | Weld | Welding'
    expect(await preview(tableOf(text), planner)).toMatchObject({
      actions: 'cf',
      workCenters: [],
      problems: [{ column: 2, message: 'There is no work center "Welding". An admin can create it.' }],
    })
  })
})

describe('a change between check and import', () => {
  it('to the same records stops the import, and to others it does not', async () => {
    await importTable(tableOf(shop))
    const next = tableOf(shop.replace('| 7,5 |', '| 9 |'))
    const { seen } = await preview(next)
    const { projectId } = await projectNamed('1042')
    await createProject(asRequest(ana), { input: { projectNumber: '77' } })
    await changeProject(asRequest(ana), {
      projectId,
      input: { customerName: 'Somebody' },
      expectedVersion: null,
      as: 'part',
    })
    await expect(
      commitImport(asRequest(ana), { input: { ...next, seen, leavesOutFailed: false } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await changeProject(asRequest(ana), {
      projectId,
      input: { customerName: 'Olsen' },
      expectedVersion: null,
      as: 'part',
    })
    await commitImport(asRequest(ana), { input: { ...next, seen, leavesOutFailed: false } })
    expect((await operationsOf('1042'))[1]?.durationHours).toBe(9)
  })
})

describe('the calendars of a project plan', () => {
  const calendar = {
    name: 'Day shift',
    periods: [{ weekday: 1, fromMinute: 480, toMinute: 960 }],
    closedDays: [{ name: 'Christmas', date: '2026-12-25' }],
  }

  it('become a shift pattern and holidays in the same change set, and are matched the next time', async () => {
    const admin: TenantContext = withFacts(ana, { role: 'admin' })
    const table = tableOf(shop, { calendars: [calendar] })
    const before = await shopState(admin)
    const changeId = await importTable(table, { ctx: admin })
    expect(await listShifts(admin)).toMatchObject([{ name: 'Day shift', versions: [{ periods: calendar.periods }] }])
    expect(await listHolidays(admin)).toMatchObject([calendar.closedDays[0]])
    expect((await preview(table, admin)).calendars).toMatchObject([
      { name: 'Day shift', action: 'unchanged', holidays: 0, problem: null },
    ])
    await undoChange(asRequest(admin), { changeId, verb: 'undo' })
    expect(await shopState(admin)).toEqual(before)
  })

  it('are refused for a planner', async () => {
    const planner: TenantContext = withFacts(ana, { role: 'plan' })
    await expect(preview(tableOf(shop, { calendars: [calendar] }), planner)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
