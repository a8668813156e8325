import type { ImportField } from '#contract/imports.ts'
import type { RowReader } from '#domain/import/read-rows.ts'
import { formatNames } from './format-names.ts'
import type { PlannedOperation } from './plan-operations.ts'
import type { RowOutcomes } from './row-outcomes.ts'

/** The planned operations of a project, with its name. */
export interface PlannedWork {
  readonly name: string
  readonly operations: readonly PlannedOperation[]
}

const takesNoTime = ({ after }: PlannedOperation): boolean =>
  after.row.durationHours === 0 && after.row.progressPercent < 100

/** Warns of work without hours, which is rarely intended: such a project is done as soon as it starts. */
export const warnOfNoHours = (
  work: readonly PlannedWork[],
  { columnOf }: Pick<RowReader, 'columnOf'>,
  outcome: RowOutcomes<ImportField>,
): void => {
  const idle = work.flatMap(({ operations }) => operations.filter(takesNoTime))
  if (idle.length === 0) return
  const hasHours = (['durationHours', 'setupHours', 'hoursPerPiece'] as const).some((field) => columnOf.has(field))
  const rows = idle.map(({ row }) => row)
  const count = idle.length === 1 ? '1 operation has' : `${idle.length} operations have`
  if (!hasHours) {
    const get = idle.length === 1 ? '1 operation would get' : `${idle.length} operations would get`
    outcome.warn(`No column holds hours: ${get} 0 hours and take no time.`, [], null)
    return
  }
  outcome.warn(`${count} no hours and would take no time.`, rows, 'durationHours')
  const empty = work.filter(({ operations }) => operations.length > 0 && operations.every(takesNoTime))
  if (empty.length > 0) outcome.warn(`No hours at all in ${formatNames(empty.map(({ name }) => name))}.`, [], null)
}
