import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceReading } from '#contract/data-sources.ts'
import { newTestSource } from '#testing/data-sources/test-source.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { tableFiles } from '../../files/table-files.ts'
import { previewImport } from '../imports/import-projects.ts'
import { listOperations } from '../operations/read-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { readSourceFile } from './read-source-file.ts'
import { listSourceRuns } from './read-source-runs.ts'
import { SourceProblem } from './source-problem.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
  ana = await createTestTenant(database.db, { userName: 'Ana' })
})
afterAll(() => database.close())

const reading: SourceReading = {
  columns: [
    { title: 'Order', nth: 1, field: 'projectNumber' },
    { title: 'Step', nth: 1, field: 'operationName' },
    { title: 'Hours', nth: 2, field: 'durationHours' },
  ],
  dateOrder: 'auto',
  chained: false,
}
const read = (text: string, more: Partial<SourceReading> = {}) =>
  readSourceFile(ana, { reading: { ...reading, ...more }, bytes: Buffer.from(text) })

describe('the file of a data source', () => {
  it('has its columns by their titles, wherever they are, and others are left out', async () => {
    const { columns } = await read('Hours;Color;Step;Hours;Order\n1;red;Cut;4;7')
    expect(columns).toEqual([null, null, 'operationName', 'durationHours', 'projectNumber'])
  })

  it.each([
    ['Order;Step;Hours\n7;Cut;4', 'The column "Hours" (number 2) is missing. Choose the columns again.'],
    ['Order;Hours;Hours\n7;4;4', 'The column "Step" is missing. Choose the columns again.'],
    ['Step;Hours\nCut;4', 'The columns "Order" and "Hours" (number 2) are missing. Choose the columns again.'],
  ])('is a problem without a chosen column: %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(new SourceProblem(message))
  })

  it.each(['Order;Step;Hours;Hours', 'Order;Step;Hours;Hours\n;;;\n'])(
    'is a problem without a row: %j',
    async (text) => {
      await expect(read(text)).rejects.toThrow(SourceProblem)
    },
  )

  it('is read from the sheet of the chosen name', async () => {
    const bytes = await tableFiles.writeXlsx({
      header: ['Order', 'Step', 'Hours', 'Hours'],
      kinds: ['text', 'text', 'text', 'text'],
      rows: [['7', 'Cut', '1', '4']],
    })
    const wanted = (sheet: string) => readSourceFile(ana, { reading: { ...reading, sheet }, bytes })
    await expect(wanted('Orders')).rejects.toThrow(new SourceProblem('The file has no sheet Orders'))
    expect((await readSourceFile(ana, { reading, bytes })).rows).toEqual([['7', 'Cut', '1', '4']])
  })

  it('has the meaning of a value wherever a cell of its column holds it, as the preview of the import screen does', async () => {
    const valueMeanings: SourceReading['valueMeanings'] = [
      { field: 'phase', typed: 'Released', means: 'Production' },
      { field: 'durationHours', typed: 'tbd', means: '8' },
      { field: 'durationHours', typed: 'Cafe\u0301', means: '1' },
    ]
    const header = ['Order', 'Phase', 'Step', 'Hours']
    const rows = [
      ['1', ' Released ', 'Cut', 'tbd'],
      ['1', '', 'tbd', 'Caf\u00e9'],
    ]
    const columns = ['projectNumber', 'phase', 'operationName', 'durationHours'] as const
    const table = { header, rows, columns: [...columns], dateOrder: 'auto', chained: false } as const
    const plain = await previewImport(ana, { table: { ...table, rows, header, columns: [...columns] } })
    expect(plain.counts).toMatchObject({ failed: 2 })
    const meant = await previewImport(ana, { table: { ...table, rows, header, columns: [...columns], valueMeanings } })
    expect(meant).toMatchObject({ problems: [], counts: { create: 2, failed: 0 } })

    const text = [header, ...rows].map((cells) => cells.join('|')).join('\n')
    const { run } = await newTestSource(ana, text, { reading: { valueMeanings, columns: columnsOf(header, columns) } })
    expect((await run(text)).outcome).toBe('applied')
    const [project] = await listProjects(ana)
    expect(project?.currentPhase).toBe('production')
    const operations = await listOperations(ana, { projectId: project?.projectId ?? '' })
    expect(operations.map(({ name, durationHours }) => [name, durationHours])).toEqual([
      ['Cut', 8],
      ['tbd', 1],
    ])
  })
})

const columnsOf = (header: readonly string[], fields: readonly SourceReading['columns'][number]['field'][]) =>
  fields.map((field, index) => ({ title: header[index] ?? '', nth: 1, field }))

describe('a run whose file cannot be read', () => {
  it('is stored as failed with the sentence that it throws, and can be made again', async () => {
    const text = 'Order | Step | Hours\n7 | Cut | 4'
    const { run, source } = await newTestSource(ana, text, {
      name: 'ERP',
      reading: { columns: columnsOf(['Order', 'Step', 'Hours'], ['projectNumber', 'operationName', 'durationHours']) },
    })
    const runId = randomUUID()
    const message = 'The column "Step" is missing. Choose the columns again.'
    await expect(run(text.replace('Step', 'Task'), { runId })).rejects.toThrow(new SourceProblem(message))
    const [failed] = await listSourceRuns(ana, source())
    expect(failed).toMatchObject({ runId, outcome: 'failed', problem: message, figures: null, changeId: null })
    expect(failed?.endedAt).not.toBeNull()
    expect((await run(text, { runId })).details.run).toMatchObject({ runId, outcome: 'applied', problem: null })
  })
})
