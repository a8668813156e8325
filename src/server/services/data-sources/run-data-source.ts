import type { SourceRun } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import type { DataSourceRow } from './source-rows.ts'

export type RunOutcome = NonNullable<SourceRun['outcome']>

export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface RunRequest {
  readonly source: DataSourceRow
  readonly file: SourceFile
  readonly runId: string
  readonly trigger: SourceRun['trigger']
  /** A person has asked for this run, whatever share of the records it changes. */
  readonly appliesAll: boolean
  readonly signal: AbortSignal
}

/**
 * Imports a file of a data source, in the context of the source, and stores how the run ended. A run that has ended before, such as that
 * of a pushed file before a server stopped, is not made again. Throws `SourceProblem` after a failed run was stored.
 */
export const runDataSource = async (_ctx: TenantContext, _request: RunRequest): Promise<RunOutcome> => {
  throw new Error('Not built yet')
}
