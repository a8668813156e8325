import { setImmediate } from 'node:timers/promises'
import type { ImportField } from '#contract/imports.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { broughtAfter, type ColumnValues } from '#domain/sources/ours.ts'
import type { PlannedGroup } from '../imports/plan-group.ts'
import { operationValues, projectValues, type RecordColumns, saidOfOperation, saidOfProject } from './column-values.ts'
import type { Vanished } from './find-vanished.ts'
import { heldKey, type SourceMemory, type SourceRecord } from './source-memory.ts'

interface Seen {
  readonly recordId: string
  readonly kind: SourceRecord['kind']
  readonly columns: readonly ImportField[]
  readonly said: readonly ImportField[]
  readonly kept: readonly { readonly column: ImportField }[]
  readonly before: ColumnValues | null
  readonly after: ColumnValues
}

/** A record that the table has. */
const broughtRecord = (memory: SourceMemory, seen: Seen): SourceRecord => {
  const { recordId, kind, columns, said, kept, before, after } = seen
  const { [heldKey]: _held, ...brought } = memory.get(recordId)?.values ?? {}
  const values = broughtAfter(brought, {
    columns,
    said: new Set(said),
    kept: new Set(kept.map(({ column }) => column)),
    before,
    after,
  })
  return { recordId, kind, values, missingSince: null }
}

interface Lost extends Omit<Seen, 'said' | 'kept' | 'after'> {
  /** null = nothing was done. */
  readonly after: ColumnValues | null
  readonly held: object | null
}

/** A record that the table no longer has. What a run does with it is no change of a person. */
const lostRecord = (memory: SourceMemory, missingSince: string, lost: Lost): SourceRecord => {
  const { recordId, kind, columns, before, after, held } = lost
  const { [heldKey]: _held, ...brought } = memory.get(recordId)?.values ?? {}
  const none = new Set<ImportField>()
  const values = after ? broughtAfter(brought, { columns, said: none, kept: none, before, after }) : brought
  return { recordId, kind, values: held ? { ...values, [heldKey]: held } : values, missingSince }
}

function* broughtRecords(memory: SourceMemory, columns: RecordColumns, groups: readonly PlannedGroup[]) {
  for (const { group, done, before } of groups) {
    if (!done) continue
    yield broughtRecord(memory, {
      recordId: done.after.projectId,
      kind: 'project',
      columns: columns.project,
      said: saidOfProject(columns.project, group.fields),
      kept: done.kept,
      before: before && projectValues(columns.project, before),
      after: projectValues(columns.project, done.after),
    })
    for (const one of done.planned) {
      yield broughtRecord(memory, {
        recordId: one.after.row.operationId,
        kind: 'operation',
        columns: columns.operation,
        said: saidOfOperation(columns.operation, one.said),
        kept: one.kept,
        before: one.before && operationValues(columns.operation, one.before),
        after: operationValues(columns.operation, one.after),
      })
    }
  }
}

function* lostRecords(memory: SourceMemory, columns: RecordColumns, vanished: Vanished, missingSince: string) {
  for (const { before, after, held } of vanished.projects) {
    yield lostRecord(memory, missingSince, {
      recordId: before.projectId,
      kind: 'project',
      columns: columns.project,
      before: projectValues(columns.project, before),
      after: after && projectValues(columns.project, after),
      held,
    })
  }
  for (const { before, after, held } of vanished.operations) {
    yield lostRecord(memory, missingSince, {
      recordId: before.row.operationId,
      kind: 'operation',
      columns: columns.operation,
      before: operationValues(columns.operation, before),
      after: after && operationValues(columns.operation, after),
      held,
    })
  }
}

const isSame = (a: SourceRecord, b: SourceRecord | undefined): boolean =>
  b !== undefined && (a.missingSince === null) === (b.missingSince === null) && sameValue(a.values, b.values)

const recordsAtOnce = 1_000

/** What the source remembers otherwise after a run that is applied at `at` (ISO), found in parts, so that others are answered meanwhile. */
export const nextMemory = async (
  memory: SourceMemory,
  {
    columns,
    groups,
    vanished,
    at,
  }: {
    /** All columns of the table, so that a rule may be changed later. */
    readonly columns: RecordColumns
    readonly groups: readonly PlannedGroup[]
    readonly vanished: Vanished
    readonly at: string
  },
): Promise<SourceRecord[]> => {
  const changed: SourceRecord[] = []
  let compared = 0
  for (const records of [broughtRecords(memory, columns, groups), lostRecords(memory, columns, vanished, at)]) {
    for (const record of records) {
      if (!isSame(record, memory.get(record.recordId))) changed.push(record)
      compared += 1
      if (compared % recordsAtOnce === 0) await setImmediate()
    }
  }
  return changed
}
