import type { ImportField } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { MatchedOperation } from '#domain/import/match-operations.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'

/** A column whose stored value stays. `theirs` is the record with the value of the table; null = that value cannot be stored. */
export interface KeptColumn<R> {
  readonly column: ImportField
  readonly theirs: R | null
}

export interface AdjustedProject {
  readonly fields: ProjectInput
  readonly kept: readonly KeptColumn<ProjectRow>[]
}

export interface AdjustedOperation {
  readonly one: MatchedOperation
  readonly kept: readonly KeptColumn<LinkedOperation>[]
}

/** What an import that repeats knows of stored records. It changes what the table says of them before the rules of an edit apply. */
export interface PlanHooks {
  /** Whether it has brought a stored project before, which answers the question about the same plan. */
  readonly hasBrought: (projectId: string) => boolean
  /** `edit` is the project with other fields; null = a rule refuses them. */
  readonly adjustProject: (
    before: ProjectRow,
    fields: ProjectInput,
    edit: (fields: ProjectInput) => ProjectRow | null,
  ) => AdjustedProject
  /** `edit` is the operation of another row; null = a rule refuses it, or it names a work center that is not there. */
  readonly adjustOperation: (
    before: LinkedOperation,
    one: MatchedOperation,
    edit: (one: MatchedOperation) => LinkedOperation | null,
  ) => AdjustedOperation
}
