import { type CrashReport, CrashReport as CrashShape, postErrorReport } from '#contract/error-reports.ts'
import { call } from './client.ts'

/** 'at name (https://host/file.js:1:2)' and 'name@https://host/file.js:1:2'. */
const frameLine = /^\s*(?:at )?(?:(.*?) ?[(@])?(https?:\/\/[^\s)]+?):(\d+):(\d+)\)?$/

type Frames = CrashReport['frames']

/** Keeps only frames in files of this product, as a path without a query. */
const framesOf = (stack: string): Frames =>
  stack.split('\n').flatMap((text): Frames => {
    const [, functionName = '', address = '', line, column] = frameLine.exec(text) ?? []
    if (!URL.canParse(address)) return []
    const { origin, pathname } = new URL(address)
    const frame = { functionName, file: pathname, line: Number(line), column: Number(column) }
    return origin === location.origin && CrashShape.shape.frames.def.element.safeParse(frame).success ? [frame] : []
  })

const reported = new WeakSet<Error>()

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error('Something else was thrown'))

/**
 * Reports the location of a crash, once per error. The request completes even if the page is reloaded; without a
 * connection it is sent when the connection returns.
 */
export const reportCrash = async (thrown: unknown, place: Pick<CrashReport, 'route' | 'part'>): Promise<void> => {
  const error = asError(thrown)
  if (reported.has(error)) return
  reported.add(error)
  const name = /^[A-Za-z]\w{0,60}$/.test(error.name) ? error.name : 'Error'
  const body = { name, frames: framesOf(error.stack ?? '').slice(0, 50), ...place }
  const send = () => call(postErrorReport, { body }, { keeps401: true, outlivesPage: true })
  await send().catch(() => addEventListener('online', () => void send().catch(() => {}), { once: true }))
}
