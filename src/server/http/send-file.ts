import { Readable } from 'node:stream'
import { requestLimits } from './plugins/request-limits.ts'

async function* withPauseLimit(file: Readable, filePauseMs: number, cut: () => void): AsyncGenerator<string | Buffer> {
  const pause = setTimeout(cut, filePauseMs)
  const whole = setTimeout(cut, requestLimits.fileMs)
  try {
    for await (const part of file) {
      pause.refresh()
      yield part
      pause.refresh()
    }
  } finally {
    clearTimeout(pause)
    clearTimeout(whole)
  }
}

/**
 * A file whose connection is cut when it pauses for `filePauseMs`, or is still being sent after `requestLimits.fileMs`. However long it
 * takes as a whole, it ends complete.
 */
export const limitPauses = (file: Readable, filePauseMs: number, cut: () => void): Readable =>
  Readable.from(withPauseLimit(file, filePauseMs, cut), { objectMode: false })
