import type { AppServices, TenantContext } from '../context.ts'
import { orderedId } from '../db/ordered-id.ts'
import { AppError } from '../errors.ts'
import { fetchFile } from '../exchange/call-address.ts'
import { AuthorProblem, ExchangeProblem, FileStillWritten } from '../exchange/exchange-problem.ts'
import { readNewest } from '../exchange/organization-folder.ts'
import { findArrived } from '../exchange/watched-folder.ts'
import { endedJobs, within } from '../measure.ts'
import {
  type ClaimedSource,
  ClaimLostError,
  claimSources,
  releaseClaim,
  renewClaim,
} from '../services/data-sources/claim-sources.ts'
import {
  endTurn,
  findClaimed,
  findWaitingFile,
  type RunFacts,
  removeCutOff,
  removeUnended,
  type SourceTurn,
} from '../services/data-sources/end-source-run.ts'
import { sourcesChannel } from '../services/data-sources/manage-data-sources.ts'
import { type RunRequest, runDataSource, type SourceFile } from '../services/data-sources/run-data-source.ts'
import type { DataSourceRow } from '../services/data-sources/source-rows.ts'
import { watchedPatterns } from '../services/data-sources/watched-patterns.ts'
import { openSecret } from '../services/exchanges/exchange-secret.ts'
import { tellOfBroken } from '../services/exchanges/tell-of-broken.ts'
import { FairTurns } from '../services/scheduling/fair-turns.ts'
import { exchangeContext } from './exchange-context.ts'
import { holdClaim } from './hold-claim.ts'
import { listeningJob } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'
import { workInSlots } from './work-in-slots.ts'

/** Interval in which this server looks for sources that are due. */
const everyMs = 15_000
/** Sources that one server waits for at the same time, one of each organization. Waiting for an address costs little. */
const fetchedAtOnce = 16
/** Files that one server imports at the same time. */
const importedAtOnce = 4

/**
 * For how long a file of a folder must not change before it is read at a set time, or because a person asks: what is missing in a file that
 * is still being copied would count as vanished. A file that is imported when it arrives is watched for longer (`findArrived`).
 */
const stillMs = 10_000

/** A file of a source, and the mark by which a folder's file is known from then on. */
interface FoundFile extends SourceFile {
  readonly mark?: string
}

const triggerOf = ({ askedByPerson, schedule }: DataSourceRow): RunFacts['trigger'] => {
  if (askedByPerson) return 'person'
  return schedule.kind === 'arrival' ? 'arrival' : 'clock'
}

/** The file that arrived in a watched folder; null = no new one is complete. */
const findNewFile = async (
  ctx: TenantContext,
  {
    pattern,
    lastFile,
    signal,
  }: { readonly pattern: string; readonly lastFile: string | null; readonly signal: AbortSignal },
): Promise<FoundFile | null> => {
  const { app, tenantId } = ctx
  const arrived = await findArrived(app, tenantId, { pattern, patterns: () => watchedPatterns(ctx), signal })
  if (arrived === null || arrived.mark === lastFile) return null
  try {
    return await readNewest(app, tenantId, { pattern, expected: arrived.mark, stillMs: 0, signal })
  } catch (error) {
    if (error instanceof FileStillWritten) return null
    throw error
  }
}

/** The file of an address or a folder; null = there is no new one. Throws `ExchangeProblem`. */
const findFile = async (ctx: TenantContext, source: DataSourceRow, signal: AbortSignal): Promise<FoundFile | null> => {
  const { app, tenantId } = ctx
  const { origin, sourceId, lastFile } = source
  if (origin.kind === 'pushed') return null
  if (origin.kind === 'address') {
    const secret = openSecret(app, source.secret, sourceId)
    return fetchFile(app, { url: origin.url, signIn: origin.signIn, secret, signal })
  }
  const { pattern } = origin
  if (triggerOf(source) === 'arrival') return findNewFile(ctx, { pattern, lastFile, signal })
  return readNewest(app, tenantId, { pattern, stillMs, signal })
}

/** The server could not do it now, whatever the file is. Such an error may be the cause of the one that was stored. */
const isBusy = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.status === 429 || (error.status >= 500 && error.code !== 'internal') || isBusy(error.cause))

/** Whose fault a failure is. */
const faultOf = (error: unknown) => (error instanceof AuthorProblem ? 'author' : isBusy(error) ? 'busy' : 'file')

/** An error that people cannot act on. It may be the cause of the one that was stored. */
const isUnexpected = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'internal' || (error.cause instanceof AppError && isUnexpected(error.cause))
    : !(error instanceof ExchangeProblem)

/** Why a run failed, as a sentence. Only an unexpected error needs the log. */
const sentenceOf = (error: unknown): string =>
  error instanceof ExchangeProblem || (error instanceof AppError && error.code !== 'internal')
    ? error.message
    : 'The import failed unexpectedly. The log of the server says why.'

interface Work {
  readonly app: AppServices
  readonly log: RunnerLog
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
  readonly imports: FairTurns
}

interface Turn {
  readonly claim: ClaimedSource
  readonly source: DataSourceRow
  readonly signal: AbortSignal
}

const importInTurn = async ({ imports }: Work, ctx: TenantContext, request: RunRequest): Promise<void> => {
  const giveBack = await imports.take(ctx, request.signal)
  try {
    await runDataSource(ctx, request)
  } finally {
    giveBack()
  }
}

/** One turn of a claimed source: finds its file and imports it. null = the claim was lost, or the server stops. */
const takeTurn = async (work: Work, { claim, source, signal }: Turn): Promise<SourceTurn | null> => {
  const { app, log, stopping } = work
  const system = systemContext(app, claim.tenantId, `data-source-${claim.sourceId}`)
  const waiting = source.origin.kind === 'pushed' ? await findWaitingFile(system, claim) : null
  if (source.origin.kind === 'pushed' && waiting === null) return { kind: 'notYet' }
  const [runId, trigger] = [waiting?.runId ?? orderedId(), triggerOf(source)]
  let facts: RunFacts = { runId, trigger, startedAt: app.now(), fileName: waiting?.name ?? '', fileBytes: 0 }
  let lastFile: string | undefined
  try {
    const acting = { ...source, id: source.sourceId }
    const ctx = await exchangeContext(app, acting, { action: 'importWork', verb: 'import', requestId: runId })
    const file: FoundFile | null = waiting ?? (await findFile(system, source, signal))
    if (file === null) return { kind: 'notYet' }
    facts = { ...facts, fileName: file.name, fileBytes: file.bytes.length }
    lastFile = file.mark
    await removeUnended(system, claim)
    await importInTurn(work, ctx, { claim, source, file, runId, trigger, appliesAll: source.appliesAll, signal })
    return { kind: 'imported', facts, lastFile }
  } catch (error) {
    if (signal.aborted || error instanceof ClaimLostError) {
      // A run that the stop cut off is no failure: another server begins it again.
      if (stopping.aborted) await removeCutOff(system, claim, runId)
      return null
    }
    if (isUnexpected(error)) log.error({ ...claim, err: error }, 'The run of a data source failed')
    return { kind: 'failed', facts, problem: sentenceOf(error), fault: faultOf(error), lastFile }
  }
}

const workOn = async (work: Work, claim: ClaimedSource): Promise<void> => {
  const { app, stopping } = work
  const system = systemContext(app, claim.tenantId, `data-source-${claim.sourceId}`)
  const source = await findClaimed(system, claim)
  if (!source) return
  const held = holdClaim({
    renew: () => renewClaim(app, claim),
    lostBecause: 'Another server runs this data source',
    stopping,
  })
  const turn = await takeTurn(work, { claim, source, signal: held.signal }).finally(held.stop)
  if (turn === null) return releaseClaim(app, claim)
  const ended = await endTurn(system, claim, turn)
  if (!ended?.becameBroken) return
  const authorId = source.createdByUserId
  await tellOfBroken(app, claim.tenantId, { kind: 'brokenSource', id: claim.sourceId, authorId })
}

/**
 * Runs data sources: those that are due, those that a person asks for, and those for which a file was pushed. Any number of servers may do
 * this, because a source is claimed before it runs. Organizations take turns, with one source at a time. `round` ends when no source is due
 * or under way.
 */
export const runDataSources = (
  app: AppServices,
  log: RunnerLog,
): { close(): Promise<void>; round(): Promise<void> } => {
  const stopping = new AbortController()
  const work: Work = { app, log, stopping: stopping.signal, imports: new FairTurns(importedAtOnce) }
  const failed = (error: unknown) => log.error({ err: error }, 'Could not run data sources')

  const { wake, round, stop } = workInSlots<ClaimedSource>({
    most: fetchedAtOnce,
    failed,
    claim: (free, underWay) => claimSources(app, { free, underWay }),
    work: async (claim) => {
      const ctx = systemContext(app, claim.tenantId, `data-source-${claim.sourceId}`)
      const beganMs = performance.now()
      await within({ work: ctx, name: 'dataSource' }, () => workOn(work, claim))
      endedJobs.publish({ work: ctx, job: 'dataSource', ms: performance.now() - beganMs })
    },
  })
  const job = listeningJob(app, log, {
    name: 'data sources',
    channel: sourcesChannel,
    everyMs,
    work: async () => wake(),
  })
  return {
    round,
    close: async () => {
      stopping.abort(new Error('The server stops'))
      await job.close()
      await stop()
    },
  }
}
