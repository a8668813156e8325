import type { CellProblem } from '#contract/import-previews.ts'
import type { ImportField } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import { inputNameOf, type ReadOperation, type ReadRow } from './read-rows.ts'
import { nameKey, TextMap, textKey } from './text-key.ts'

export interface OperationRow {
  readonly row: number
  readonly operation: ReadOperation
}

/** Everything that a table contains about one project. */
export interface ProjectGroup {
  /** Index of the first row that names it. */
  readonly row: number
  readonly externalId?: string
  readonly fields: ProjectInput
  readonly operations: readonly OperationRow[]
  /** Indexes of all its rows. */
  readonly rows: readonly number[]
}

interface Draft {
  readonly row: number
  externalId?: string
  readonly fields: Record<string, unknown>
  /** Row from which each field was taken. */
  readonly rowOf: Map<string, number>
  readonly operations: OperationRow[]
  readonly rows: number[]
}

export interface GroupedRows {
  readonly groups: readonly ProjectGroup[]
  readonly problems: readonly CellProblem[]
}

const projectInputs: readonly ImportField[] = [
  ...(['projectNumber', 'projectName', 'shortName', 'customerName', 'projectDescription', 'priority'] as const),
  ...(['phase', 'status', 'projectProgress', 'customerRelease', 'engineeringRelease', 'productionStart'] as const),
  ...(['shipDate', 'actualShipDate'] as const),
]
const fieldOf: ReadonlyMap<string, ImportField> = new Map(projectInputs.map((field) => [inputNameOf(field), field]))

/** Row number as the reader sees it. */
const rowName = (row: number): string => `row ${row + 1}`

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && textKey(a) === textKey(b))

/**
 * Groups the rows of a table by project, in table order. A row belongs to the project of its external id, otherwise of
 * its number, otherwise of its name. A row without any of them belongs to the project of the row above, because
 * spreadsheets leave out repeated values. Rows of the same project must not contradict each other.
 */
export const groupRows = (rows: Iterable<ReadRow>, columnOf: ReadonlyMap<ImportField, number>): GroupedRows => {
  const groups: Draft[] = []
  const [byExternalId, byNumber] = [new TextMap<Draft>([]), new TextMap<Draft>([])]
  const byName = new TextMap<Draft>([], nameKey)
  const problems: CellProblem[] = []
  let above: Draft | null = null

  const find = ({ externalId, fields: { projectNumber, projectName } }: ReadRow['project']): Draft | null => {
    if (externalId) return byExternalId.get(externalId) ?? null
    if (projectNumber) return byNumber.get(projectNumber) ?? null
    return byName.get(projectName ?? '') ?? null
  }
  const take = (draft: Draft, { row, project }: ReadRow): void => {
    for (const [name, value] of Object.entries(project.fields)) {
      const before = draft.rowOf.get(name)
      if (before === undefined) {
        draft.fields[name] = value
        draft.rowOf.set(name, row)
      } else if (!isSame(draft.fields[name], value)) {
        const column = columnOf.get(fieldOf.get(name) ?? 'projectNumber') ?? null
        problems.push({ row, column, message: `Differs from ${rowName(before)}, which is about the same project` })
      }
    }
  }
  for (const read of rows) {
    if (read.isEmpty) continue
    const { row, project, operation } = read
    const { projectNumber, projectName } = project.fields
    const isNamed = Boolean(project.externalId || projectNumber || projectName)
    let draft: Draft | null = isNamed ? find(project) : above
    if (!draft && !isNamed) {
      problems.push({
        row,
        column: columnOf.get('projectNumber') ?? null,
        message: 'Name its project: a number or a name',
      })
      continue
    }
    if (!draft) {
      draft = { row, fields: {}, rowOf: new Map(), operations: [], rows: [] }
      if (project.externalId) draft.externalId = project.externalId
      groups.push(draft)
    }
    if (project.externalId) byExternalId.set(project.externalId, draft)
    else if (!projectNumber && projectName) byName.set(projectName, draft)
    if (projectNumber) {
      const other = byNumber.get(projectNumber)
      if (other && other !== draft) {
        const column = columnOf.get('projectNumber') ?? null
        problems.push({ row, column, message: `${capital(rowName(other.row))} gives this number to another project` })
      } else byNumber.set(projectNumber, draft)
    }
    take(draft, read)
    draft.rows.push(row)
    if (operation) draft.operations.push({ row, operation })
    above = draft
  }
  return { groups, problems }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
