import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ImportTable, projectTable } from '#contract/imports.ts'
import { guessColumns } from '#domain/import/guess-columns.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { readTableFile } from '../../files/read-table-file.ts'
import { listCategories } from '../categories/read-categories.ts'
import { createCategory } from '../categories/write-categories.ts'
import { listOperations } from '../operations/read-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { createProject } from '../projects/write-projects.ts'
import { listShifts } from '../shifts/read-shifts.ts'
import { commitImport, previewImport } from './import-projects.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db)
})

const asRequest = (ctx: TenantContext): TenantContext => ({ ...ctx, requestId: randomUUID() })
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
    chained: false,
    ...more,
  }
}
const preview = (table: ImportTable, ctx = ana) => previewImport(ctx, { table })
const importTable = async (table: ImportTable): Promise<void> => {
  const { seen } = await preview(table)
  await commitImport(asRequest(ana), { input: { ...table, seen, leavesOutFailed: false } })
}
const operationsOf = async (number: string) => {
  const found = (await listProjects(ana)).find(({ projectNumber }) => projectNumber === number)
  return found ? listOperations(ana, { projectId: found.projectId }) : []
}
const centers = async () => (await listCategories(ana)).map(({ name }) => name)

describe('hours that are missing', () => {
  it('cause a warning when no column contains them', async () => {
    const { warnings } = await preview(tableOf('Project number | Operation\n1 | Cut\n1 | Weld'))
    expect(warnings).toEqual([
      { message: 'No column holds hours: 2 operations would get 0 hours and take no time.', rows: [], column: null },
    ])
  })

  it('cause a warning for each row, and one for each project without any hours', async () => {
    const { warnings } = await preview(
      tableOf('Project number | Operation | Hours\n1 | Cut | 4\n1 | Weld |\n2 | Cut | 0\n2 | Pack |'),
    )
    expect(warnings).toEqual([
      { message: '3 operations have no hours and would take no time.', rows: [1, 2, 3], column: 2 },
      { message: 'No hours at all in 2.', rows: [], column: null },
    ])
  })

  it('cause no warning if setup and pieces give the hours, or if the work is done', async () => {
    const { warnings } = await preview(
      tableOf(
        'Project number | Operation | Setup hours | Hours per piece | Quantity | Progress %\n1 | Cut | 1 | 0,5 | 4 |\n1 | Weld | | | | 100',
      ),
    )
    expect(warnings).toEqual([])
  })
})

describe('setup and hours in one table', () => {
  it('add up to the hours, and the pieces take the remainder', async () => {
    await importTable(
      tableOf(
        'Project number | Sequence | Operation | Setup hours | Hours | Quantity\n1 | 10 | Cut | 0.5 | 7.5 | 14\n1 | 20 | Weld | 2 | 2 |',
      ),
    )
    expect(await operationsOf('1')).toMatchObject([
      { durationHours: 7.5, setupHours: 0.5, hoursPerPiece: 0.5, quantity: 14 },
      { durationHours: 2, setupHours: 2, hoursPerPiece: null },
    ])
  })

  it('are added up if the column contains the run time', async () => {
    await importTable(tableOf('Project number | Sequence | Operation | Setup | Run hours\n1 | 10 | Cut | 30 min | 7.5'))
    expect(await operationsOf('1')).toMatchObject([{ durationHours: 8, setupHours: 0.5 }])
  })

  it('that contradict each other are a problem in the cell', async () => {
    const { problems } = await preview(tableOf('Project number | Operation | Setup hours | Hours\n1 | Cut | 4 | 2'))
    expect(problems).toMatchObject([
      { row: 0, column: 3, message: expect.stringContaining('fewer than those of the setup') },
    ])
  })
})

describe('columns that are not imported', () => {
  it('are reported with sample values', async () => {
    const { leftOut } = await preview(
      tableOf('Project number | Gizmo | Operation | Empty | Widget\n1 | a | Cut | | \n1 | b | Weld | | c'),
    )
    expect(leftOut).toEqual([
      { column: 1, header: 'Gizmo', sample: 'a', filled: 2 },
      { column: 4, header: 'Widget', sample: 'c', filled: 1 },
    ])
  })
})

describe('a work center that resembles another', () => {
  const text = 'Project number | Operation | Work center | Hours\n1 | Mill | Haas VF4 | 4\n1 | Turn | Lathe | 2'
  beforeEach(async () => {
    for (const name of ['Haas VF-4', 'Haas VF-2']) await createCategory(asRequest(ana), { input: { name } })
  })

  it('raises a question and is not created', async () => {
    expect(await preview(tableOf(text, { createsWorkCenters: true }))).toMatchObject({
      actions: 'fc',
      workCenters: ['Lathe'],
      similar: [{ name: 'Haas VF4', resembles: ['Haas VF-4'], rows: 1 }],
      problems: [
        {
          row: 0,
          column: 2,
          message: 'There is no work center "Haas VF4". Did you mean "Haas VF-4"?',
          choices: 'workCenters',
        },
      ],
      choices: { workCenters: ['Haas VF-2', 'Haas VF-4'] },
    })
  })

  it('becomes the existing one or a new one, as the user decides', async () => {
    const meant = tableOf(text, { centerMeanings: [{ typed: 'Haas VF4', means: 'Haas VF-4' }] })
    expect(await preview(meant)).toMatchObject({ actions: 'cc', workCenters: ['Lathe'], similar: [] })
    const fresh = tableOf(text, { centerMeanings: [{ typed: 'haas vf4', means: null }] })
    expect(await preview(fresh)).toMatchObject({ actions: 'cc', workCenters: ['Haas VF4', 'Lathe'] })
    await importTable(meant)
    expect(await centers()).toEqual(['Haas VF-4', 'Haas VF-2', 'Lathe'])
  })

  it('raises a question if two new names differ only in punctuation', async () => {
    const both = 'Project number | Operation | Work center\n1 | A | 5-axis UMC\n1 | B | 5axis UMC\n1 | C | 5-AXIS UMC'
    expect(await preview(tableOf(both))).toMatchObject({ actions: 'cfc', workCenters: ['5-axis UMC'] })
  })

  it('is the same one in another case or Unicode form', async () => {
    await createCategory(asRequest(ana), { input: { name: 'Fräse' } })
    const same = `Project number | Operation | Work center\n1 | A | ${'fräse'.normalize('NFD')}\n1 | B | FRÄSE`
    expect(await preview(tableOf(same))).toMatchObject({ actions: 'cc', workCenters: [] })
  })

  it('of a supplier is not created without a question', async () => {
    const { warnings } = await preview(
      tableOf('Project number | Operation | Work center | Hours\n1 | Anodize | Anodize (outside) | 4'),
    )
    expect(warnings).toMatchObject([{ message: expect.stringContaining('Anodize (outside)'), column: 2 }])
  })
})

describe('an alternative without hours', () => {
  it('gets the hours of the operation', async () => {
    await importTable(
      tableOf(
        'Project number | Operation | Work center | Hours | Alternative work centers\n1 | Mill | Mill 1 | 6 | Mill 2; Mill 3: 7,5',
      ),
    )
    const [mill] = await operationsOf('1')
    expect(mill?.alternatives.map(({ durationHours }) => durationHours)).toEqual([6, 7.5])
  })
})

describe('a list of resources in one cell', () => {
  it('becomes a work center and people in any order, and the rest is reported', async () => {
    await createCategory(asRequest(ana), { input: { name: 'Saw' } })
    await createCategory(asRequest(ana), { input: { name: 'Ana', kind: 'pool' } })
    const text =
      'Project number | Task Name | Duration | Resource Names\n1 | Cut | 1 day | Ana,Saw[50%]\n1 | Weld | 1 day | Cell 7[200%];Ana\n1 | Pack | 1 day | Saw, Ana, Bob\n1 | Ship | 1 day | Ana'
    const { warnings, workCenters } = await preview(tableOf(text))
    expect(workCenters).toEqual(['Cell 7'])
    expect(warnings).toMatchObject([{ rows: [2], column: 3, message: expect.stringContaining('Bob is left out') }])
    await importTable(tableOf(text))
    const names = new Map((await listCategories(ana)).map(({ categoryId, name }) => [categoryId, name]))
    const needs = (await operationsOf('1')).map(({ categoryId, poolId }) => [
      names.get(categoryId ?? ''),
      names.get(poolId ?? ''),
    ])
    expect(needs).toEqual([
      ['Saw', 'Ana'],
      ['Cell 7', 'Ana'],
      ['Saw', 'Ana'],
      [undefined, 'Ana'],
    ])
  })
})

describe('links that cannot be kept', () => {
  it('do not stop the operation, and are reported one by one', async () => {
    const text =
      'Project number | Sequence | Operation | Hours | Predecessors\n1 | 10 | Cut | 1 |\n1 | 20 | Weld | 1 | 10SS; 10FS-2h\n1 | 30 | Pack | 1 | 20FS+50%; 10FF'
    const { actions, warnings } = await preview(tableOf(text))
    expect(actions).toBe('ccc')
    expect(warnings.map(({ rows, column, message }) => [rows, column, message.slice(0, 28)])).toEqual([
      [[1], 4, '"10SS" is a start-to-start l'],
      [[1], 4, 'The lead of "10FS-2h" is lef'],
      [[2], 4, 'The lag of "20FS+50%" is a s'],
      [[2], 4, '"10FF" is a finish-to-finish'],
    ])
    await importTable(tableOf(text))
    const [cut, weld, pack] = await operationsOf('1')
    expect([weld?.dependencies, pack?.dependencies]).toEqual([[cut?.operationId], [weld?.operationId]])
  })
})

describe('a cell with an error of the spreadsheet', () => {
  it('is a problem in its cell, never a text', async () => {
    const { problems, actions } = await preview(
      tableOf(
        "Project number | Operation | Work center | Hours | Notes\n1 | #REF! | Saw | 4 |\n1 | Cut | #N/A | 4 |\n1 | Weld | Saw | #VALUE! |\n1 | Pack | Saw | 1 | '#N/A",
      ),
    )
    expect(actions).toBe('fffc')
    expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
      [0, 1, 'The spreadsheet has the error #REF! here'],
      [1, 2, 'The spreadsheet has the error #N/A here'],
      [2, 3, 'The spreadsheet has the error #VALUE! here'],
    ])
  })
})

describe('an operation without a name', () => {
  it('is named after its work center, and keeps a name that is stored', async () => {
    const text = 'Project number | Sequence | Work center | Hours\n1 | 10 | Saw | 4\n1 | 20 | | 2'
    expect(await preview(tableOf(text))).toMatchObject({
      actions: 'cf',
      problems: [{ row: 1, message: 'Name the operation' }],
    })
    await importTable(tableOf('Project number | Sequence | Work center | Hours\n1 | 10 | Saw | 4'))
    expect(await operationsOf('1')).toMatchObject([{ name: 'Saw' }])
    await importTable(tableOf('Project number | Sequence | Work center | Hours\n1 | 10 | Mill | 4'))
    expect(await operationsOf('1')).toMatchObject([{ name: 'Saw' }])
  })
})

describe('texts in another form of Unicode', () => {
  it('match the same project and operation and change nothing', async () => {
    const text =
      'Project number | Project name | Customer | Operation ID | Operation | Hours\nÄ-1 | Gerüst | Müller | Ö1 | Fräsen | 4'
    await importTable(tableOf(text))
    expect(await preview(tableOf(text.normalize('NFD')))).toMatchObject({
      actions: 'n',
      operations: { create: 0, update: 0 },
    })
    expect(
      await preview(tableOf('Project name | Operation | Hours\ngerüst | fräsen | 5'.normalize('NFD'))),
    ).toMatchObject({ actions: 'u' })
  })
})

describe('a project of a plan', () => {
  const plan = (title: string, tasks: readonly string[], start = '2026-12-01') =>
    Buffer.from(
      `<Project xmlns="http://schemas.microsoft.com/project"><Title>${title}</Title><Tasks><Task><UID>1</UID><Name>${title}</Name><OutlineLevel>1</OutlineLevel><Summary>1</Summary><GUID>AAAA</GUID></Task>${tasks
        .map(
          (name, at) =>
            `<Task><UID>${at + 2}</UID><Name>${name}</Name><OutlineLevel>2</OutlineLevel><Start>${start}T08:00:00</Start><Duration>PT8H0M0S</Duration></Task>`,
        )
        .join('')}</Tasks></Project>`,
    )
  const tableFrom = async (bytes: Buffer) => projectTable(await readTableFile(bytes))
  const names = async () => (await listProjects(ana)).map(({ projectName }) => projectName).sort()

  it('is created the first time, and matched the next time if nothing differs', async () => {
    const table = await tableFrom(plan('Press', ['Cut', 'Weld']))
    await importTable(table)
    expect(await preview(table)).toMatchObject({ actions: 'nnn', planQuestions: [] })
  })

  it('from the same template raises a question, and changes nothing until it is answered', async () => {
    await importTable(await tableFrom(plan('Press', ['Cut', 'Weld'])))
    const other = await tableFrom(plan('Rotor', ['Cut', 'Grind'], '2027-03-01'))
    const [press] = await listProjects(ana)
    const asked = await preview(other)
    expect(asked).toMatchObject({
      actions: 'fff',
      planQuestions: [
        { key: 'id AAAA', row: 0, name: 'Rotor', projects: [{ projectId: press?.projectId, projectName: 'Press' }] },
      ],
    })
    const input = { ...other, seen: asked.seen, leavesOutFailed: true }
    await expect(commitImport(asRequest(ana), { input })).rejects.toMatchObject({ code: 'rule' })
    expect(await names()).toEqual(['Press'])
  })

  it('becomes a new one if the user says so, and both are matched the next time', async () => {
    const first = await tableFrom(plan('Press', ['Cut']))
    await importTable(first)
    const other = await tableFrom(plan('Rotor', ['Grind']))
    await importTable({ ...other, planAnswers: [{ key: 'id AAAA', projectId: null }] })
    expect(await names()).toEqual(['Press', 'Rotor'])
    expect(await preview(first)).toMatchObject({ actions: 'nn', planQuestions: [] })
    expect(await preview(other)).toMatchObject({ actions: 'nn', planQuestions: [] })
    const changed = await preview(await tableFrom(plan('Rotor', ['Grind', 'Pack'])))
    expect(changed.planQuestions[0]?.projects.map(({ projectName }) => projectName).sort()).toEqual(['Press', 'Rotor'])
  })

  it('becomes the stored one if the user says so', async () => {
    await importTable(await tableFrom(plan('Press', ['Cut'])))
    const [press] = await listProjects(ana)
    const later = await tableFrom(plan('Press 2', ['Cut', 'Weld']))
    const answered = { ...later, planAnswers: [{ key: 'id AAAA', projectId: press?.projectId ?? '' }] }
    expect(await preview(answered)).toMatchObject({ actions: 'unc', projects: { create: 0, update: 1 } })
    const gone = { ...later, planAnswers: [{ key: 'id AAAA', projectId: randomUUID() }] }
    expect((await preview(gone)).problems[0]?.message).toContain('gone')
  })

  it('with only a title raises a question too, because programs propose titles', async () => {
    await createProject(asRequest(ana), { input: { projectNumber: '7', projectName: 'Project1' } })
    const bytes = Buffer.from(
      '<Project><Title>Project1</Title><Tasks><Task><UID>1</UID><Name>Cut</Name><OutlineLevel>1</OutlineLevel><Duration>PT8H0M0S</Duration></Task></Tasks></Project>',
    )
    expect(await preview(await tableFrom(bytes))).toMatchObject({
      actions: 'f',
      planQuestions: [{ key: 'name Project1' }],
    })
  })
})

describe('the calendars of a plan', () => {
  const calendar = { name: 'Day', periods: [{ weekday: 1, fromMinute: 480, toMinute: 960 }], closedDays: [] }
  const rows = 'Project number | Operation | Hours\n1 | Cut | 4'

  it('with the same name are a problem in the preview and are refused', async () => {
    const table = tableOf(rows, { calendars: [calendar, { ...calendar, name: 'DAY' }] })
    const shown = await preview(table)
    expect(shown).toMatchObject({
      problemCount: 1,
      calendars: [{ problem: null }, { problem: 'Another of the chosen calendars is called DAY too' }],
    })
    const input = { ...table, seen: shown.seen, leavesOutFailed: true }
    await expect(commitImport(asRequest(ana), { input })).rejects.toMatchObject({ code: 'rule' })
    expect(await listShifts(ana)).toEqual([])
  })

  it('past midnight are stored as the preview showed them', async () => {
    const night = { ...calendar, name: 'Night', periods: [{ weekday: 5, fromMinute: 1320, toMinute: 1800 }] }
    await importTable(tableOf(rows, { calendars: [night] }))
    expect(await listShifts(ana)).toMatchObject([{ name: 'Night', versions: [{ periods: night.periods }] }])
  })
})
