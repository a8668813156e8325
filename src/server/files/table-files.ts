import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ImportField, ReadTable } from '#contract/imports.ts'
import { FileRefused } from './file-refused.ts'

export interface FileJob {
  readonly bytes: Uint8Array
  /** What the organization chose for the columns of earlier tables. */
  readonly remembered: Readonly<Record<string, ImportField | null>>
}

export type FileReply =
  | { readonly kind: 'table'; readonly json: string }
  | { readonly kind: 'refused'; readonly message: string }

const file = join(import.meta.dirname, 'table-file.worker.ts')
const memoryMb = 256
const timeLimitMs = 20_000
/** Threads at the same time; further files wait. */
const mostThreads = 2

const takesTooMuch = () =>
  new FileRefused('The file takes too much time or memory to read. Split it into smaller files.')

const readInThread = async (job: FileJob): Promise<FileReply> => {
  // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
  const worker = new Worker(file, {
    workerData: job,
    execArgv: [],
    name: 'table-file',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<FileReply>((resolve, reject) => {
      timer = setTimeout(() => reject(takesTooMuch()), timeLimitMs)
      worker.once('message', (reply: FileReply) => resolve(reply))
      worker.once('error', (error: { code?: unknown }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? takesTooMuch() : error),
      )
      worker.once('exit', () => reject(new Error('The thread that reads files ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Reads files in threads of their own, with limits of memory and time. */
export class TableFiles {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** The table of a file. Throws `FileRefused` with the reason. */
  async read(job: FileJob): Promise<ReadTable> {
    if (this.#running >= mostThreads) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    try {
      const reply = await readInThread(job)
      if (reply.kind === 'refused') throw new FileRefused(reply.message)
      const table: ReadTable = JSON.parse(reply.json)
      return table
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }
}

export const tableFiles = new TableFiles()
