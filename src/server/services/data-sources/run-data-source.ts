import type { SourceRun } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { AppError } from '../../errors.ts'
import { computingFor } from '../../waiting-caller.ts'
import type { Write } from '../records/write-tenant.ts'
import { type ClaimedSource, requireClaim } from './claim-sources.ts'
import { commitSourceRun } from './commit-source-run.ts'
import { hashOf, readSourceFile } from './read-source-file.ts'
import { SourceProblem } from './source-problem.ts'
import type { DataSourceRow } from './source-rows.ts'
import { beginRun, endRun, failRun, isLeftToPeople, type RunOutcome } from './store-run.ts'

export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface RunRequest {
  /** The claim of this server, without which nothing is stored. */
  readonly claim: ClaimedSource
  readonly source: DataSourceRow
  readonly file: SourceFile
  readonly runId: string
  readonly trigger: SourceRun['trigger']
  /** A person has asked for this run, whatever share of the records it changes. */
  readonly appliesAll: boolean
  readonly signal: AbortSignal
}

const runFile = async (ctx: TenantContext, request: RunRequest, fileHash: string): Promise<RunOutcome> => {
  const { claim, source, file, runId, trigger, appliesAll } = request
  const { sourceId } = source
  const prepare = ({ tx }: Pick<Write, 'tx'>) => requireClaim(tx, claim)
  const isLeft =
    trigger !== 'person' && (await readTenant(ctx, (tx) => isLeftToPeople(ctx, tx, { sourceId, fileHash })))
  if (isLeft) {
    const ended = { sourceId, runId, figures: null, changeId: null, decidedBy: null, details: null }
    await ctx.app.db.withTenant(ctx, async (tx) => {
      await prepare({ tx })
      await endRun(ctx, tx, { ...ended, outcome: 'unchanged' })
    })
    return 'unchanged'
  }
  const table = await readSourceFile(ctx, { reading: source.reading, bytes: file.bytes })
  const { bytes } = file
  return commitSourceRun(ctx, { source, table, runId, file: bytes, fileHash, appliesAll, decidedBy: null, prepare })
}

/** Whether people can act on an error: it has a sentence for them. */
const isForPeople = (error: unknown, signal: AbortSignal): error is AppError =>
  error instanceof AppError && error.code !== 'internal' && !signal.aborted

const sentenceOf = (error: unknown, signal: AbortSignal): string => {
  if (isForPeople(error, signal)) return error.message
  return signal.aborted ? 'The server stopped during this run.' : 'Something went wrong on the server.'
}

/**
 * Imports a file of a data source, in the context of the source, and stores how the run ended. A run that has ended before, such as that
 * of a pushed file before a server stopped, is not made again. Throws `SourceProblem` after a failed run was stored; an error on which
 * no one can act, or the end of `signal`, is stored as a failure too and thrown as it is. Throws `ClaimLostError`, and stores nothing, when
 * another server has taken the source over, at the latest in the transaction of the import.
 */
export const runDataSource = async (ctx: TenantContext, request: RunRequest): Promise<RunOutcome> => {
  const { claim, source, file, runId, trigger, signal } = request
  const path = { sourceId: source.sourceId, runId }
  const fileHash = hashOf(file.bytes)
  const begun = { ...path, trigger, fileName: file.name, fileBytes: file.bytes.length, fileHash }
  const ended = await beginRun(ctx, claim, begun)
  if (ended !== null) return ended
  try {
    return await computingFor(signal, () => runFile(ctx, request, fileHash))
  } catch (error) {
    await failRun(ctx, claim, { ...path, problem: sentenceOf(error, signal) })
    throw isForPeople(error, signal) && !(error instanceof SourceProblem)
      ? new SourceProblem(error.message, error)
      : error
  }
}
