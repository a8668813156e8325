import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSource, DataSourceInput } from '#contract/data-sources.ts'
import { type ImportField, importFields, type ReadTable } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import type { TenantContext } from '#server/context.ts'
import { runDataSources } from '#server/jobs/run-data-sources.ts'
import { sendScheduledExports } from '#server/jobs/send-scheduled-exports.ts'
import { buildCategory } from '../builders/build-category.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { CallAs, TestAnswer } from '../call-as.ts'
import type { TestServer } from '../server-harness.ts'

const folder = join(import.meta.dirname, '../../../.readme')

/** A section of the recipes, from its title to the next one. */
const section = (title: string): string => {
  const text = readFileSync(join(folder, 'recipes.md'), 'utf8')
  const [, found] = text.split(`\n## ${title}\n`)
  if (found === undefined) throw new Error(`The recipes have no section ${title}`)
  return found.split('\n## ')[0] ?? ''
}

/** The texts of a section that its reader copies, without their marks. */
export const copied = (title: string): string[] =>
  [...section(title).matchAll(/```\w*\n(.*?)\n```/gs)].map(([, text = '']) => text)

/** The tables of a section that say which column each field is. */
export const columnTables = (title: string): ReadonlyMap<string, ImportField>[] =>
  [...section(title).matchAll(/\| field \| column \|\n\|---\|---\|\n((?:\|.*\n)+)/g)].map(([, rows = '']) => {
    const pairs = [...rows.matchAll(/\| `(\w+)` \| (.+?) \|/g)].map(([, name = '', column]): [string, ImportField] => {
      const found = importFields.find((field) => fieldTitles[field] === column)
      if (!found) throw new Error(`There is no column ${column}`)
      return [name, found]
    })
    return new Map(pairs)
  })

/** Path of the program of a recipe. */
export const programPath = (name: string): string => join(folder, 'recipes', name)

export const must = (answer: TestAnswer): TestAnswer => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return answer
}

type Fields = readonly (ImportField | null)[]
type Columns = (header: readonly string[], guessed: Fields) => Fields

interface NewSource {
  readonly origin: DataSourceInput['origin']
  readonly secret?: string
  readonly schedule: DataSourceInput['schedule']
  /** Which column each title is; as guessed by default. */
  readonly columns?: Columns
}

/** Sets up a data source as the screen does: it reads the file, and keeps the columns by their titles. */
export const setUpSource = async (
  planner: CallAs,
  name: string,
  table: Pick<ReadTable, 'header' | 'columns'>,
  { columns = (_, guessed) => guessed, ...input }: NewSource,
): Promise<DataSource> => {
  const fields = columns(table.header, table.columns as Fields)
  const reading = {
    columns: table.header.flatMap((title, index) => (fields[index] ? [{ title, nth: 1, field: fields[index] }] : [])),
    dateOrder: 'auto',
    chained: false,
  }
  const rules = { vanished: 'keep', ours: [], mostChangedPercent: 100 }
  return must(await planner.post('/sources', { name, ...input, reading, rules })).body
}

/** The work centers of the shop, which an admin sets up before orders come in. */
export const buildCenters = async (server: TestServer, { admin }: TestTenant, names: readonly string[]) => {
  const ctx = await server.contextOf(admin)
  for (const name of names) await buildCategory(ctx, { name })
}

/** Does what is due: runs data sources and sends exports. Throws when one of them fails unexpectedly. */
export const doRounds = async ({ services }: TestServer): Promise<void> => {
  const errors: unknown[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  for (const start of [runDataSources, sendScheduledExports]) {
    const job = start(services, log)
    await job.round()
    await job.close()
  }
  if (errors.length > 0) throw new Error('A job failed', { cause: errors[0] })
}

/** The outcome of the newest run of a data source, or why it failed. */
export const outcomeOf = async (planner: CallAs, sourceId: string): Promise<string | null> => {
  const [run] = must(await planner.get(`/sources/${sourceId}/runs`)).body
  return run?.problem ?? run?.outcome ?? null
}

/** Plans all operations of an organization one after the other, a day each, so that there are dates to send. */
export const planEverything = async (planner: CallAs, ctx: TenantContext): Promise<void> => {
  const { rows } = must(await planner.get('/operations?work=open&sortBy=shipDate')).body
  let startMs = ctx.app.now().getTime() + 3_600_000
  for (const { projectId, operationId } of rows) {
    const [scheduledStartDate, scheduledEndDate] = [startMs, startMs + 86_400_000].map((ms) =>
      new Date(ms).toISOString(),
    )
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    must(await planner.put(path, { scheduledStartDate, scheduledEndDate }))
    startMs += 86_400_000
  }
}
