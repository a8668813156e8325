import type { AppServices } from '../context.ts'
import { oncePerServer } from '../server-caches.ts'
import { findNewest, type NewestFile } from './organization-folder.ts'

/**
 * A look at a folder takes a process, so it serves all data sources of the organization that come due within this time. They come due once a
 * minute.
 */
const lookHoldsMs = 30_000
const mostFolders = 1_000

interface Look {
  readonly atMs: number
  readonly files: ReadonlyMap<string, NewestFile | null>
}

interface Looks {
  readonly last: Look
  /** At least `lookHoldsMs` before the last one. */
  readonly before: Look | null
}

const looksOf = oncePerServer(() => new Map<string, Looks>())

const isFresh = ({ atMs }: Look, nowMs: number): boolean => nowMs >= atMs && nowMs - atMs < lookHoldsMs

interface Watching {
  readonly pattern: string
  /** Of all data sources of the organization that watch its folder. */
  readonly patterns: () => Promise<readonly string[]>
  readonly signal: AbortSignal
}

const lookAt = async (app: AppServices, tenantId: string, { pattern, patterns, signal }: Watching): Promise<Looks> => {
  const looks = looksOf(app)
  const known = looks.get(tenantId) ?? null
  const isKnownFresh = known !== null && isFresh(known.last, app.now().getTime())
  if (isKnownFresh && known.last.files.has(pattern)) return known
  const all = [...new Set([pattern, ...(await patterns())])]
  const found = await findNewest(app, tenantId, { patterns: all, signal })
  const last = { atMs: app.now().getTime(), files: new Map(all.map((one, index) => [one, found[index] ?? null])) }
  const made = { last, before: (isKnownFresh ? known.before : known?.last) ?? null }
  if (looks.size >= mostFolders) looks.clear()
  looks.set(tenantId, made)
  return made
}

/**
 * The newest file of the organization's folder that matches, once it is the same, with the same size and time, at two looks that are half a
 * minute apart or more; null = there is none yet. No clock of another machine is asked: a copy may keep the time of its original. Throws
 * `ExchangeProblem` when the folder cannot be read.
 */
export const findArrived = async (
  app: AppServices,
  tenantId: string,
  watching: Watching,
): Promise<NewestFile | null> => {
  const { last, before } = await lookAt(app, tenantId, watching)
  const file = last.files.get(watching.pattern) ?? null
  return file !== null && before?.files.get(watching.pattern)?.mark === file.mark ? file : null
}
