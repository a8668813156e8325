import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sourceLimits } from '#contract/import-sources.ts'
import type { AppServices } from '../context.ts'
import { oncePerServer } from '../server-caches.ts'
import type { ExchangedFile } from './call-address.ts'
import { ExchangeProblem, FileStillWritten } from './exchange-problem.ts'
import type { FolderTask } from './folder.process.ts'

/**
 * The folder of each organization is named by its id and lies in the folder that the operator has set. It may be a mounted share, whose
 * calls can hang for minutes when its server is gone; so each task has a process of its own, which is ended after this time
 * unless its caller waits less.
 */
const usualTaskMs = 30_000
const program = join(import.meta.dirname, 'folder.process.ts')

/** The newest file that matches, and a mark that differs when another one takes its place. */
export interface NewestFile {
  readonly name: string
  readonly mark: string
}

const folderOf = (app: AppServices, tenantId: string): string | null => {
  const root = app.exchange?.folder
  return root ? join(root, tenantId) : null
}

const requireFolder = (app: AppServices, tenantId: string): string => {
  const folder = folderOf(app, tenantId)
  if (folder === null) {
    throw new ExchangeProblem('This server reads no folders. Its operator sets EXCHANGE_FOLDER.')
  }
  return folder
}

interface TaskOptions {
  readonly input?: Uint8Array
  readonly signal?: AbortSignal | undefined
  readonly taskMs?: number | undefined
}

const runTask = (task: FolderTask, { input, signal, taskMs = usualTaskMs }: TaskOptions = {}) =>
  new Promise<Buffer>((resolve, reject) => {
    const limit = AbortSignal.timeout(taskMs)
    const ended = signal ? AbortSignal.any([signal, limit]) : limit
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      signal: ended,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    })
    const out: Buffer[] = []
    let problem = ''
    child.stdout.on('data', (part: Buffer) => out.push(part))
    child.stderr.on('data', (part: Buffer) => {
      problem = `${problem}${part.toString('utf8')}`.slice(0, 1_000)
    })
    const tooSlow = () => new ExchangeProblem('The folder does not answer.')
    child.on('error', (error) => reject(limit.aborted ? tooSlow() : error))
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out))
      else if (code === 3) reject(new FileStillWritten(problem.trim()))
      else if (code === 2) reject(new ExchangeProblem(problem.trim()))
      else reject(limit.aborted ? tooSlow() : new Error(`A folder could not be read: ${problem}`))
    })
    // A process that has ended reads no more.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

/** A look at a folder takes a process, and every reader of the lists asks for one, so an answer is kept for so long. */
const lookHoldsMs = 5_000
const mostLooks = 1_000

interface Look {
  readonly untilMs: number
  readonly folder: Promise<string | null>
}

const looksOf = oncePerServer(() => new Map<string, Look>())

const look = (folder: string): Promise<string | null> =>
  runTask({ kind: 'look', folder }).then(
    () => folder,
    (error: unknown) => {
      if (error instanceof ExchangeProblem) return null
      throw error
    },
  )

/** The organization's folder, as it was within the last seconds; null if the operator has not made one. */
export const existingFolder = async (app: AppServices, tenantId: string): Promise<string | null> => {
  const path = folderOf(app, tenantId)
  if (path === null) return null
  const [looks, nowMs] = [looksOf(app), performance.now()]
  const known = looks.get(tenantId)
  if (known && known.untilMs > nowMs) return known.folder
  if (looks.size >= mostLooks) looks.clear()
  const folder = look(path)
  looks.set(tenantId, { untilMs: nowMs + lookHoldsMs, folder })
  const found = await folder.catch((error: unknown) => {
    looks.delete(tenantId)
    throw error
  })
  // The operator may make it in this moment.
  if (found === null) looks.delete(tenantId)
  return found
}

/** The newest file of the organization's folder for each pattern; null if there is none. Throws `ExchangeProblem`. */
export const findNewest = async (
  app: AppServices,
  tenantId: string,
  { patterns, signal }: { readonly patterns: readonly string[]; readonly signal: AbortSignal },
): Promise<(NewestFile | null)[]> => {
  const answer = await runTask({ kind: 'find', folder: requireFolder(app, tenantId), patterns }, { signal })
  const found: (NewestFile | null)[] = JSON.parse(answer.toString('utf8'))
  return found
}

interface ReadRequest {
  readonly pattern: string
  /** The mark of the file that is read, and no other one. */
  readonly expected?: string | null
  /** For how long the file is watched before it is read, in ms. 0 for a sample, of which only the columns matter. */
  readonly stillMs: number
  readonly signal?: AbortSignal
  /** Within which the folder must answer. */
  readonly taskMs?: number
}

/**
 * Reads the newest file that matches, at most 5 MB. Throws `ExchangeProblem` when there is none, and `FileStillWritten` when it changes
 * meanwhile, or is not the expected one.
 */
export const readNewest = async (
  app: AppServices,
  tenantId: string,
  { pattern, expected = null, stillMs, signal, taskMs }: ReadRequest,
): Promise<ExchangedFile & NewestFile> => {
  const folder = requireFolder(app, tenantId)
  const task = { kind: 'read', folder, pattern, mostBytes: sourceLimits.fileBytes, expected, stillMs } as const
  const answer = await runTask(task, { signal, taskMs })
  const end = answer.indexOf('\n')
  const found: NewestFile = JSON.parse(answer.subarray(0, end).toString('utf8'))
  return { ...found, bytes: answer.subarray(end + 1) }
}

/**
 * Writes a file into the folder `out` of the organization's folder, in the place of an earlier one. Readers find the old file or the new
 * one, never a part. Throws `ExchangeProblem`.
 */
export const writeFile = async (
  app: AppServices,
  tenantId: string,
  { name, bytes, signal }: ExchangedFile & { readonly signal: AbortSignal },
): Promise<void> => {
  await runTask({ kind: 'write', folder: requireFolder(app, tenantId), name }, { input: bytes, signal })
}
