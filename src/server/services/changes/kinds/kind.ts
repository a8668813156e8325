import type { RecordChange } from '#domain/changes/merge-lines.ts'
import type { RecordFields, Reversal } from '#domain/changes/reverse-change.ts'
import type { Write } from '../../records/write-tenant.ts'
import type { PreparedSwitch } from '../../scheduling-runs/switch-plan.ts'
import type { PlannedUndo } from '../plan-undo.ts'

/** Input for reading a reversal. */
export type ReadScope = Pick<Write, 'ctx' | 'tx'>

/** The transaction of an undo, in one organization, which is locked. */
export interface Scope extends Write {
  /** The reversal of a large change set, which was read before the transaction. */
  readonly planned?: PlannedUndo | undefined
  /** A large change set must be read before the transaction, which others wait for. */
  readonly mustPlan?: boolean
  /** The plan to switch to, if it has been prepared. */
  readonly prepared?: PreparedSwitch | undefined
}

/** The current state of a record. */
export interface Present {
  readonly fields: RecordFields
  readonly name: string
  readonly modifiedBy: string
}

/** One record of a change set, its present state and its reversal. Checks replace `reversal`. */
export interface Target {
  readonly change: RecordChange
  readonly present: Present | null
  reversal: Reversal
}

/** Reads and writes records of one kind for an undo. Each kind writes its own history and announcements. */
export interface Kind {
  load(scope: ReadScope, changes: readonly RecordChange[]): Promise<ReadonlyMap<string, Present>>
  /** Changes the records with the verb `write`, and creates those with the verb `make`. */
  store(scope: Scope, targets: readonly Target[]): Promise<void>
  remove(scope: Scope, targets: readonly Target[]): Promise<void>
  /** Its records are removed before any are restored, because both would not fit together; no other record refers to them. */
  readonly goesFirst?: true
}
