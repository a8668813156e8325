import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsKind, SettingsTable } from '#contract/imports.ts'
import { guessColumns } from '#domain/import/guess-columns.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import type { TenantContext } from '../../../context.ts'
import { listCategories } from '../../categories/read-categories.ts'
import { createCategory } from '../../categories/write-categories.ts'
import { listChanges } from '../../changes/list-changes.ts'
import { undoChange } from '../../changes/undo-change.ts'
import { listHolidays } from '../../holidays/read-holidays.ts'
import { createOperation } from '../../operations/write-operations.ts'
import { createProject } from '../../projects/write-projects.ts'
import { listShifts } from '../../shifts/read-shifts.ts'
import { createShift } from '../../shifts/write-shifts.ts'
import { readImport } from '../read-import.ts'
import { commitSettingsImport, previewSettingsImport } from './import-settings.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = { ...(await createTestTenant(database.db, { userName: 'Ana' })), role: 'admin' }
})

const tableOf = (kind: SettingsKind, text: string): SettingsTable => {
  const [header = [], ...rows] = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return { kind, header, rows, columns: guessColumns({ kind, header, rows, remembered: {} }), dateOrder: 'auto' }
}
const preview = (table: SettingsTable) => previewSettingsImport(ana, { table })
const asRequest = (): TenantContext => ({ ...ana, requestId: randomUUID() })

/** Checks and imports a table as one request; returns the id of its change set. */
const importTable = async (table: SettingsTable, leavesOutFailed = false): Promise<string> => {
  const { seen } = await preview(table)
  const request = asRequest()
  await commitSettingsImport(request, { input: { ...table, seen, leavesOutFailed } })
  return request.requestId
}
const day = { effectiveFrom: null, periods: [{ weekday: 1, fromMinute: 480, toMinute: 960 }], breaks: [] }

describe('an import of work centers', () => {
  const centers =
    'Work center | Kind | Capacity | Shift | Color\nSaw | | 2 | Day |\nPaint shop | outside | | | #00aa00\nWelder | pool | 3 | |'

  it('creates them in one change set that undo removes, and the same table again changes nothing', async () => {
    const { shiftId } = await createShift(ana, { input: { name: 'Day', versions: [day] } })
    const before = await shopState(ana)
    expect(await preview(tableOf('workCenters', centers))).toMatchObject({
      actions: 'ccc',
      records: { create: 3, update: 0 },
      problems: [],
    })
    expect(await shopState(ana)).toEqual(before)
    const changeId = await importTable(tableOf('workCenters', centers))
    expect(await listCategories(ana)).toMatchObject([
      { name: 'Saw', capacity: 2, shiftId, kind: 'inside' },
      { name: 'Paint shop', kind: 'outside', color: '#00aa00' },
      { name: 'Welder', kind: 'pool', capacity: 3 },
    ])
    expect((await listChanges(ana))[0]).toMatchObject({ source: 'import', summary: { entity: 'category', count: 3 } })
    expect(await preview(tableOf('workCenters', centers))).toMatchObject({ actions: 'nnn' })
    await undoChange(asRequest(), { changeId, verb: 'undo' })
    expect(await shopState(ana)).toEqual(before)
  })

  it('updates work centers with the same name and reports the cells', async () => {
    await importTable(tableOf('workCenters', 'Name | Capacity | Supplier\nSaw | 2 |'))
    const table = tableOf('workCenters', 'Name | Capacity | Supplier\nsaw | 4 |')
    expect(await preview(table)).toMatchObject({ actions: 'u', changed: [{ row: 0, columns: [1] }] })
    await importTable(table)
    expect(await listCategories(ana)).toMatchObject([{ name: 'Saw', capacity: 4 }])
  })

  it('reports each problem in its cell, and stores the other rows only if the user agrees', async () => {
    const { categoryId } = await createCategory(ana, { input: { name: 'Mill' } })
    const { projectId } = await createProject(ana, { input: { projectName: 'Frame' } })
    await createOperation(ana, { projectId, input: { name: 'Cut', categoryId } })
    const table = tableOf(
      'workCenters',
      'Name | Capacity | Shift | Kind\nSaw | many | |\nSaw2 | 2 | Night |\nMill | | | pool\nLaser | 1 | |\nLaser | 2 | |',
    )
    const { problems, actions } = await preview(table)
    expect(problems).toEqual([
      { row: 0, column: 1, message: 'Enter a whole number' },
      { row: 1, column: 2, message: 'There is no shift pattern "Night"', choices: 'shiftPatterns' },
      { row: 2, column: 3, message: 'The kind cannot be changed: it is used by 1 operation' },
      { row: 4, column: 0, message: 'The same work center as row 4' },
    ])
    expect(actions).toBe('fffcf')
    await expect(importTable(table)).rejects.toMatchObject({ code: 'rule' })
    await importTable(table, true)
    expect((await listCategories(ana)).map(({ name }) => name)).toEqual(['Mill', 'Laser'])
  })
})

describe('work centers of suppliers', () => {
  it('are recognized by a column of kinds, a yes-or-no column, or their supplier', async () => {
    await importTable(
      tableOf('workCenters', 'Work center | Kind\nAnodize | Subcontract\nSaw | in-house\nWelders | People'),
    )
    await importTable(tableOf('workCenters', 'Work center | Outside | Vendor\nPlating | x | BlueCoat\nMill | no |'))
    await importTable(tableOf('workCenters', 'Work center | Supplier\nHeat treat | Hot Ltd\nLathe |'))
    expect((await listCategories(ana)).map(({ name, kind, supplier }) => [name, kind, supplier])).toEqual([
      ['Anodize', 'outside', ''],
      ['Saw', 'inside', ''],
      ['Welders', 'pool', ''],
      ['Plating', 'outside', 'BlueCoat'],
      ['Mill', 'inside', ''],
      ['Heat treat', 'outside', 'Hot Ltd'],
      ['Lathe', 'inside', ''],
    ])
  })
})

describe('a name that is nearly one of the shop', () => {
  it('of a work center raises a question, and the user decides', async () => {
    await createCategory(ana, { input: { name: 'Haas VF-4' } })
    const table = tableOf('workCenters', 'Name | Capacity\nHaas VF4 | 2\nHaas VF-5 | 1')
    expect(await preview(table)).toMatchObject({
      actions: 'fc',
      similar: [{ name: 'Haas VF4', resembles: ['Haas VF-4'] }],
      problems: [{ row: 0, column: 0, choices: 'workCenters' }],
      choices: { workCenters: ['Haas VF-4'] },
    })
    const same = { ...table, centerMeanings: [{ typed: 'Haas VF4', means: 'Haas VF-4' }] }
    expect(await preview(same)).toMatchObject({ actions: 'uc', records: { create: 1, update: 1 } })
    const other = { ...table, centerMeanings: [{ typed: 'Haas VF4', means: null }] }
    expect(await preview(other)).toMatchObject({ actions: 'cc', similar: [] })
  })

  it('of a shift pattern is reported with all existing patterns', async () => {
    for (const name of ['Two shifts', 'Day']) await createShift(asRequest(), { input: { name, versions: [day] } })
    expect(await preview(tableOf('workCenters', 'Name | Shift\nSaw | Two-shift'))).toMatchObject({
      problems: [
        { message: 'There is no shift pattern "Two-shift". Did you mean "Two shifts"?', choices: 'shiftPatterns' },
      ],
      choices: { shiftPatterns: ['Day', 'Two shifts'] },
    })
  })

  it('of a kind is reported with all kinds, and of a work center with all work centers', async () => {
    await createCategory(ana, { input: { name: 'Saw' } })
    expect(await preview(tableOf('workCenters', 'Name | Kind\nMill | somewhere'))).toMatchObject({
      problems: [{ column: 1, choices: 'kinds' }],
      choices: { kinds: ['Work center', 'Outside', 'People or tools'] },
    })
    expect(await preview(tableOf('holidays', 'Name | Date | Work center\nFair | 2026-12-24 | Sav'))).toMatchObject({
      problems: [{ column: 2, choices: 'workCenters' }],
      choices: { workCenters: ['Saw'] },
    })
  })
})

describe('columns that are not imported', () => {
  it('are reported', async () => {
    const { leftOut } = await preview(tableOf('workCenters', 'Name | Building\nSaw | North'))
    expect(leftOut).toEqual([{ column: 1, header: 'Building', sample: 'North', filled: 1 }])
  })
})

describe('an import of shift patterns', () => {
  const shifts =
    'Shift | Days | Start | End | Breaks\nTwo | Mon-Fri | 06:00 | 14:00 | 9:00-9:15\n | Mon-Fri | 14:00 | 22:00 |'

  it('combines rows into one pattern, and is undone completely', async () => {
    const before = await shopState(ana)
    const changeId = await importTable(tableOf('shifts', shifts))
    const [pattern] = await listShifts(ana)
    expect(pattern?.versions[0]?.periods).toHaveLength(10)
    expect(pattern?.versions[0]?.breaks).toHaveLength(5)
    expect(await preview(tableOf('shifts', shifts))).toMatchObject({ actions: 'nn' })
    await undoChange(asRequest(), { changeId, verb: 'undo' })
    expect(await shopState(ana)).toEqual(before)
  })

  it('replaces the week that begins on the same day and no other', async () => {
    await createShift(ana, {
      input: { name: 'Two', versions: [day, { ...day, effectiveFrom: '2027-07-01' }] },
    })
    expect(await preview(tableOf('shifts', shifts))).toMatchObject({ actions: 'uu', records: { create: 0, update: 1 } })
    await importTable(tableOf('shifts', shifts))
    const [pattern] = await listShifts(ana)
    expect(pattern?.versions.map(({ effectiveFrom, periods }) => [effectiveFrom, periods.length])).toEqual([
      [null, 10],
      ['2027-07-01', 1],
    ])
  })

  it('skips a whole pattern if one of its rows has an error', async () => {
    const { actions, problems } = await preview(
      tableOf('shifts', `${shifts}\n | Sat | six | 12:00 |\nDay | Mon | 8:00 | 16:00 |`),
    )
    expect(actions).toBe('fffc')
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [0, 'Its pattern has an error in row 3'],
      [1, 'Its pattern has an error in row 3'],
      [2, 'Enter a time, such as 07:30'],
    ])
  })
})

describe('an import of holidays', () => {
  it('closes days, parts of days and single work centers, and the next import changes what differs', async () => {
    const { categoryId } = await createCategory(ana, { input: { name: 'Saw' } })
    const before = await shopState(ana)
    const changeId = await importTable(
      tableOf(
        'holidays',
        'Holiday | Date | From | To | Work center\nChristmas | 25.12.2026 | | |\nEve | 24.12.2026 | 12:00 | 24:00 |\nService | 2.12.2026 | | | saw',
      ),
    )
    expect(
      (await listHolidays(ana)).map(({ name, date, fromMinute, toMinute, categoryId: only }) => ({
        name,
        date,
        fromMinute,
        toMinute,
        only,
      })),
    ).toEqual(
      expect.arrayContaining([
        { name: 'Christmas', date: '2026-12-25', fromMinute: null, toMinute: null, only: null },
        { name: 'Eve', date: '2026-12-24', fromMinute: 720, toMinute: 1440, only: null },
        { name: 'Service', date: '2026-12-02', fromMinute: null, toMinute: null, only: categoryId },
      ]),
    )
    const again = tableOf(
      'holidays',
      'Holiday | Date | From | To\nChristmas | 2026-12-25 | |\nEve | 2026-12-24 | 14:00 | 24:00',
    )
    expect(await preview(again)).toMatchObject({ actions: 'nu', changed: [{ row: 1, columns: [2, 3] }] })
    await undoChange(asRequest(), { changeId, verb: 'undo' })
    expect(await shopState(ana)).toEqual(before)
  })

  it('names what is wrong in its cell', async () => {
    const { problems } = await preview(
      tableOf(
        'holidays',
        'Holiday | Date | From | To | Work center\nA | 31.2.2026 | | |\nB | | | |\nC | 2026-12-01 | 12:00 | |\nD | 2026-12-01 | | | Lathe',
      ),
    )
    expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
      [0, 1, '"31.2.2026" is not a date'],
      [1, 1, 'Enter the date'],
      [2, 3, 'A part of a day ends after it starts'],
      [3, 4, 'There is no work center "Lathe"'],
    ])
  })
})

describe('an import of working time', () => {
  it('is refused if the records have changed since the preview', async () => {
    const table = tableOf('workCenters', 'Name | Capacity\nSaw | 2')
    const { seen } = await preview(table)
    await createCategory(ana, { input: { name: 'Saw' } })
    await expect(
      commitSettingsImport(asRequest(), { input: { ...table, seen, leavesOutFailed: false } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('remembers its columns separately from other tables', async () => {
    const table = tableOf('workCenters', 'Thing | Pieces\nSaw | 2')
    await importTable({ ...table, columns: ['centerName', 'capacity'] })
    const text = 'Thing,Pieces\nMill,1'
    expect((await readImport(ana, { source: { text, kind: 'workCenters' } })).columns).toEqual([
      'centerName',
      'capacity',
    ])
    expect((await readImport(ana, { source: { text } })).columns).not.toContain('centerName')
  })

  it('refuses files with other content', async () => {
    const read = (text: string) => readImport(ana, { source: { text, kind: 'holidays' } })
    await expect(read('BEGIN:VCALENDAR\nEND:VCALENDAR')).rejects.toThrow('calendar file')
    await expect(read('<Project><Tasks/></Project>')).rejects.toThrow('project plan')
    await expect(read(`Holiday,Date\n${'A,2026-12-01\n'.repeat(1_001)}`)).rejects.toThrow('1,000 rows')
  })
})
