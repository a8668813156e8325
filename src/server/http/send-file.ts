import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'

async function* withPauseLimit(
  file: Readable,
  { filePauseMs }: FileLimits,
  cut: () => void,
): AsyncGenerator<string | Buffer> {
  const timer = setTimeout(cut, filePauseMs)
  try {
    for await (const part of file) {
      timer.refresh()
      yield part
      timer.refresh()
    }
  } finally {
    clearTimeout(timer)
  }
}

export interface FileLimits {
  readonly workMs: number
  readonly filePauseMs: number
}

/** A file whose connection is cut when it pauses for too long. However long it takes as a whole, it ends complete. */
export const limitPauses = (file: Readable, limits: FileLimits, cut: () => void): Readable =>
  Readable.from(withPauseLimit(file, limits, cut), { objectMode: false })

/** The beginning of a file within the time limit of any answer; else 503, and `tooLate` is aborted. */
export const beginInTime = async <T>(
  { workMs }: FileLimits,
  tooLate: AbortController,
  begin: () => Promise<T>,
): Promise<T> => {
  const over = new AbortController()
  const limit = delay(workMs, undefined, { signal: over.signal }).then(() => {
    const refusal = new AppError('unavailable', 'This file takes too long to prepare. Filter the list, and try again.')
    tooLate.abort(refusal)
    throw refusal
  })
  const began = begin()
  // The one that comes second has nobody who waits for it.
  for (const late of [limit, began]) late.catch(() => undefined)
  return Promise.race([began, limit]).finally(() => over.abort())
}
