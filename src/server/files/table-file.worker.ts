import { parentPort, workerData } from 'node:worker_threads'
import { readIcs } from '#domain/holidays/ics/read-ics.ts'
import { giveWay } from '../give-way.ts'
import { FileRefused } from './file-refused.ts'
import { readTableFile } from './read-table-file.ts'
import type { FileJob, FileReply, SheetTable } from './table-files.ts'
import { writeXlsx } from './write-xlsx.ts'

giveWay()

/** Each thread processes one file. */
const answer = async (job: FileJob): Promise<FileReply> => {
  if (job.kind === 'write') {
    const table: SheetTable = JSON.parse(job.json)
    return { kind: 'bytes', bytes: await writeXlsx(table) }
  }
  if (job.kind === 'calendar') return { kind: 'calendar', read: readIcs(job.text, job.zone) }
  try {
    const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.byteLength)
    // Passing one string between threads is faster than passing many small ones.
    return { kind: 'table', json: JSON.stringify(await readTableFile(bytes, job.scope)) }
  } catch (error) {
    if (error instanceof FileRefused) return { kind: 'refused', message: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData))
