import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { ExportFormat } from '#contract/exports.ts'
import { type ImportField, importFields, importLimits } from '#contract/imports.ts'
import { csvByteOrderMark, csvLine, guarded } from '#domain/csv.ts'
import { textCell } from '#domain/import/cell-errors.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { fieldsOfKind, type OperationFieldKind, operationFields } from '#domain/operations/fields.ts'
import { projectFields, projectFieldsOfKind } from '#domain/projects/fields.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { RuleError } from '../../errors.ts'
import { FileRefused } from '../../files/file-refused.ts'
import { type SheetTable, tableFiles } from '../../files/table-files.ts'
import { projectXml, type XmlProject } from '../../files/write-project-xml.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { type ExportCells, type ExportedProject, exportRows, operationCells, projectCells } from './export-cells.ts'
import { selectImportTenant } from './stored-shop.ts'

/** What to export. With `operationIds`, only these operations of the projects. */
export interface ExportSelection {
  readonly projectIds: readonly string[]
  readonly operationIds?: ReadonlySet<string>
}

const projectsPerRead = 25

const loadScope = (ctx: TenantContext) =>
  readTenant(ctx, async (tx) => {
    const { timeZone } = await selectImportTenant(tx, ctx.tenantId)
    const rows = await tx
      .select({ id: categories.categoryId, name: categories.name })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
    return { timeZone, centerNames: new Map(rows.map(({ id, name }) => [id, name])) }
  })

/** The projects in the order of the selection, read in parts, so that others are answered meanwhile. Unknown ids are left out. */
async function* loadProjects(
  ctx: TenantContext,
  { projectIds, operationIds }: ExportSelection,
): AsyncGenerator<ExportedProject> {
  const ids = [...new Set(projectIds)]
  for (let from = 0; from < ids.length; from += projectsPerRead) {
    const part = ids.slice(from, from + projectsPerRead)
    const [rows, operations] = await readTenant(ctx, async (tx) => [
      await tx
        .select()
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, part)))
        .orderBy(asc(projects.projectNumber)),
      await selectOperations(ctx, tx, part),
    ])
    const known = new Map(rows.map((row) => [row.projectId, row]))
    const ofProject = Map.groupBy(operations, ({ row }) => row.projectId)
    for (const id of part) {
      const [project, all = []] = [known.get(id), ofProject.get(id)]
      const chosen = operationIds ? all.filter(({ row }) => operationIds.has(row.operationId)) : all
      if (project) yield { project, operations: chosen, all }
    }
    await setImmediate()
  }
}

/** The rows of all projects: an XLSX file is made as a whole, so it is not longer than what an import reads. */
const collect = async <T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const rows: T[] = []
  for await (const part of parts) {
    for (const row of part) rows.push(row)
    if (rows.length > importLimits.rows) {
      throw new RuleError('More than 20,000 rows. Filter the list, or export it as CSV.')
    }
  }
  return rows
}

const columnsOf = (...kinds: readonly OperationFieldKind[]): readonly (ImportField | undefined)[] =>
  fieldsOfKind(...kinds).map((name) => operationFields[name].column)

const numbers: ReadonlySet<ImportField | undefined> = new Set([
  ...projectFieldsOfKind('number', 'percent').map((name) => projectFields[name].column),
  ...columnsOf('number', 'hours', 'percent'),
])
const dates: ReadonlySet<ImportField | undefined> = new Set([
  ...projectFieldsOfKind('day').map((name) => projectFields[name].column),
  ...columnsOf('instant', 'day'),
])

async function* csvParts(parts: AsyncIterable<readonly ExportCells[]>): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(importFields.map((field) => fieldTitles[field]))
  for await (const rows of parts) {
    yield rows.map((cells) => csvLine(importFields.map((field) => guarded(textCell(cells[field] ?? ''))))).join('')
  }
}

const xlsxOf = async (rows: readonly ExportCells[], signal: AbortSignal): Promise<Uint8Array> => {
  // Without a column of predecessors, an import would take each operation for the successor of the one before.
  const used = importFields.filter(
    (field) => field === 'predecessors' || rows.some((cells) => (cells[field] ?? '') !== ''),
  )
  try {
    const table: SheetTable = {
      header: used.map((field) => fieldTitles[field]),
      kinds: used.map((field) => (numbers.has(field) ? 'number' : dates.has(field) ? 'date' : 'text')),
      rows: rows.map((cells) => used.map((field) => cells[field] ?? '')),
    }
    return await tableFiles.writeXlsx(table, signal)
  } catch (error) {
    if (error instanceof FileRefused) throw new RuleError(error.message)
    throw error
  }
}

/**
 * Projects with their operations as a file that an import reads back. CSV and XML are sent in parts, however long they are; 422
 * for more than 20,000 rows in XLSX, which is made in turn with other tables (`askInTurn`).
 */
export const exportProjects = async (
  ctx: TenantContext,
  { selection, format }: { readonly selection: ExportSelection; readonly format: ExportFormat },
): Promise<AsyncIterable<string | Uint8Array>> => {
  const scope = await loadScope(ctx)
  async function* rows() {
    for await (const exported of loadProjects(ctx, selection)) yield exportRows(exported, scope)
  }
  if (format === 'csv') return csvParts(rows())
  if (format === 'xlsx') {
    const bytes = await askInTurn(ctx, 'table', async (signal) => xlsxOf(await collect(rows()), signal))
    return (async function* () {
      yield bytes
    })()
  }
  async function* xmlProjects(): AsyncGenerator<XmlProject> {
    for await (const exported of loadProjects(ctx, selection)) {
      yield { project: projectCells(exported, scope), operations: operationCells(exported, scope) }
    }
  }
  return projectXml('Projects', xmlProjects())
}
