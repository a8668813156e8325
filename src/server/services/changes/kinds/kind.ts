import type { RecordChange } from '#domain/changes/merge-lines.ts'
import type { RecordFields, Reversal } from '#domain/changes/reverse-change.ts'
import type { Write } from '../../records/write-tenant.ts'
import type { PreparedSwitch } from '../../scheduling-runs/switch-plan.ts'

/** Where an undo writes: inside one transaction of one organization, which is locked. */
export interface Scope extends Write {
  /** Of a run whose shop is too large to be switched in this transaction alone. */
  readonly prepared?: PreparedSwitch | undefined
}

/** A record as it is now. */
export interface Present {
  readonly fields: RecordFields
  readonly name: string
  readonly modifiedBy: string
}

/** One record of a change set, as it is now, and what is to become of it. Checks replace `reversal`. */
export interface Target {
  readonly change: RecordChange
  readonly present: Present | null
  reversal: Reversal
}

/** How records of one kind are read and written by an undo; each writes its own history and announcements. */
export interface Kind {
  load(scope: Scope, changes: readonly RecordChange[]): Promise<ReadonlyMap<string, Present>>
  /** Changes those to `write` and makes those to `make`. */
  store(scope: Scope, targets: readonly Target[]): Promise<void>
  remove(scope: Scope, targets: readonly Target[]): Promise<void>
}
