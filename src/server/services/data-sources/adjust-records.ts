import type { ImportField } from '#contract/imports.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { type ColumnValues, changedHere } from '#domain/sources/ours.ts'
import type { KeptColumn, PlanHooks } from '../imports/plan-hooks.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import {
  operationPart,
  operationValues,
  projectPart,
  projectValues,
  type RecordColumns,
  saidOfOperation,
  saidOfProject,
} from './column-values.ts'
import { heldOperation, heldProject, type SourceMemory, type SourceRecord } from './source-memory.ts'

interface Memory {
  readonly memory: SourceMemory
  /** The columns with the rule "ours". */
  readonly ours: RecordColumns
  /** Projects whose phase a person has changed since a run put them on hold or cancelled them. */
  readonly movedSince: ReadonlySet<string>
}

/** Those of the columns changed here in which the source has another value. */
const keptOf = <R>(
  changed: readonly ImportField[],
  stored: ColumnValues,
  theirs: { readonly record: R; readonly values: ColumnValues } | null,
): KeptColumn<R>[] =>
  changed
    .filter((column) => !theirs || !sameValue(stored[column], theirs.values[column]))
    .map((column) => ({ column, theirs: theirs?.record ?? null }))

const columnsOf = (kept: readonly { readonly column: ImportField }[]) => kept.map(({ column }) => column)

/** The state to which a project returns that a run took out of the plan; null = it stays as it is. */
const takenUpProject = (
  before: ProjectRow,
  record: SourceRecord | undefined,
  movedSince: ReadonlySet<string>,
): Partial<Pick<ProjectRow, 'currentPhase' | 'status'>> | null => {
  const held = heldProject(record)
  if (!held || record?.missingSince === null || movedSince.has(before.projectId)) return null
  if (before.currentPhase !== held.to.currentPhase) return null
  const { currentPhase, status } = held.from
  return before.status === held.to.status ? { currentPhase, status } : { currentPhase }
}

const adjustProject =
  ({ memory, ours, movedSince }: Memory): PlanHooks['adjustProject'] =>
  (before, fields, edit) => {
    const record = memory.get(before.projectId)
    if (!record) return { fields, kept: [] }
    const stored = projectValues(ours.project, before)
    const changed = changedHere(saidOfProject(ours.project, fields), stored, record.values)
    const their = changed.length > 0 ? edit(projectPart(fields, 'only', changed)) : null
    const kept = keptOf<ProjectRow>(
      changed,
      stored,
      their && { record: their, values: projectValues(ours.project, their) },
    )
    const taken = kept.length > 0 ? projectPart(fields, 'without', columnsOf(kept)) : fields
    const saysPhase = fields.currentPhase !== undefined || fields.status !== undefined
    const up = saysPhase ? null : takenUpProject(before, record, movedSince)
    return { fields: up ? { ...taken, ...up } : taken, kept }
  }

/** Whether an operation is still on hold because it was missing. */
const isStillHeld = ({ row }: LinkedOperation, record: SourceRecord | undefined): boolean => {
  const held = heldOperation(record)
  return held !== null && record?.missingSince !== null && row.onHold && row.holdReason === held.reason
}

const adjustOperation =
  ({ memory, ours }: Memory): PlanHooks['adjustOperation'] =>
  (before, one, edit) => {
    const record = memory.get(before.row.operationId)
    if (!record) return { one, kept: [] }
    const stored = operationValues(ours.operation, before)
    const changed = changedHere(saidOfOperation(ours.operation, one.operation), stored, record.values)
    const part = { columns: changed, before }
    const their = changed.length > 0 ? edit(operationPart(one, 'only', part)) : null
    const kept = keptOf<LinkedOperation>(
      changed,
      stored,
      their && { record: their, values: operationValues(ours.operation, their) },
    )
    const taken = kept.length > 0 ? operationPart(one, 'without', { columns: columnsOf(kept), before }) : one
    const { fields } = taken.operation
    const takesUp = one.operation.fields.onHold === undefined && isStillHeld(before, record)
    return {
      one: takesUp ? { ...taken, operation: { ...taken.operation, fields: { ...fields, onHold: false } } } : taken,
      kept,
    }
  }

/** How a source changes what its table says of stored records: values that were changed here stay, and what has returned is taken up. */
export const sourceHooks = (memory: Memory): PlanHooks => ({
  hasBrought: (projectId) => memory.memory.has(projectId),
  adjustProject: adjustProject(memory),
  adjustOperation: adjustOperation(memory),
})
