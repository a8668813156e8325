import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadTable } from '#contract/imports.ts'
import type { ReadIcs } from '#domain/holidays/ics/read-ics.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadScope } from './read-table-file.ts'

export interface ReadJob {
  readonly kind: 'read'
  readonly bytes: Uint8Array
  readonly scope: Partial<ReadScope>
}

/** Writes a table as XLSX. */
interface WriteJob {
  readonly kind: 'write'
  /** A `SheetTable` as JSON, because passing one string between threads is faster than passing many small ones. */
  readonly json: string
}

/** A table with its column types. */
export interface SheetTable {
  readonly header: readonly string[]
  readonly kinds: readonly ('text' | 'number' | 'date')[]
  readonly rows: readonly (readonly string[])[]
}

/** Reads a calendar file as closed days in an IANA time zone. */
export interface CalendarJob {
  readonly kind: 'calendar'
  readonly text: string
  readonly zone: string
}

export type FileJob = ReadJob | WriteJob | CalendarJob

export type FileReply =
  | { readonly kind: 'table'; readonly json: string }
  | { readonly kind: 'calendar'; readonly read: ReadIcs }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly message: string }

const file = join(import.meta.dirname, 'table-file.worker.ts')
/**
 * A last resort: a heap that jumps past its limit in one step ends the whole process, and buffers do not count. Readers
 * therefore bound their memory themselves: chunks of 64 KB, one record, one text, and a table within its limits.
 */
const memoryMb = 256
const timeLimitMs = 20_000
/** Number of concurrent threads; further files wait in a queue. */
const mostThreads = 2

const takesTooMuch = () => new FileRefused('The file takes too much time or memory. Split it into smaller ones.')

const runInThread = async (job: FileJob, signal?: AbortSignal): Promise<FileReply> => {
  signal?.throwIfAborted()
  // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
  const worker = new Worker(file, {
    workerData: job,
    execArgv: [],
    name: 'table-file',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<FileReply>((resolve, reject) => {
      timer = setTimeout(() => reject(takesTooMuch()), timeLimitMs)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
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

/** Reads and writes files in worker threads with limits for memory and time. */
export class TableFiles {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** The table of a file. Throws `FileRefused` with the reason. Its thread ends with `signal`. */
  async read(job: Omit<ReadJob, 'kind'>, signal?: AbortSignal): Promise<ReadTable> {
    const reply = await this.#run({ kind: 'read', ...job }, signal)
    if (reply.kind !== 'table') throw new Error('A file was read without a table')
    const table: ReadTable = JSON.parse(reply.json)
    return table
  }

  /** A table as an XLSX file. Throws `FileRefused` when it is too large. Its thread ends with `signal`. */
  async writeXlsx(table: SheetTable, signal?: AbortSignal): Promise<Uint8Array> {
    const reply = await this.#run({ kind: 'write', json: JSON.stringify(table) }, signal)
    if (reply.kind !== 'bytes') throw new Error('A table was written without bytes')
    return reply.bytes
  }

  /** The closed days of a calendar file. Its thread ends with `signal`. */
  async readCalendar(job: Omit<CalendarJob, 'kind'>, signal?: AbortSignal): Promise<ReadIcs> {
    const reply = await this.#run({ kind: 'calendar', ...job }, signal)
    if (reply.kind !== 'calendar') throw new Error('A calendar was read without its days')
    return reply.read
  }

  async #run(job: FileJob, signal?: AbortSignal): Promise<Exclude<FileReply, { kind: 'refused' }>> {
    if (this.#running >= mostThreads) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    try {
      const reply = await runInThread(job, signal)
      if (reply.kind === 'refused') throw new FileRefused(reply.message)
      return reply
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }
}

export const tableFiles = new TableFiles()
