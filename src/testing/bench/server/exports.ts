import { request } from 'node:http'
import { ask, type Bench, ms, say, seconds } from './bench.ts'
import { drive } from './drive.ts'
import type { BenchState, Shop } from './serve-product.ts'

interface Wanted {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** What counts the operations of the file. */
  readonly mark: string
  /** How a complete file ends; null = its operations are enough. */
  readonly end: string | null
}

interface Downloaded {
  readonly status: number
  readonly isComplete: boolean
  readonly bytes: number
  readonly marks: number
  readonly tail: string
  readonly firstMs: number
  readonly tookMs: number
}

const countOf = (part: Buffer, mark: string): number => {
  let count = 0
  for (let at = part.indexOf(mark); at >= 0; at = part.indexOf(mark, at + 1)) count += 1
  return count
}

/** Reads a file to its end without keeping it. */
const download = (
  port: number,
  session: string | undefined,
  { method, path, body, mark }: Wanted,
): Promise<Downloaded> =>
  new Promise((resolve, reject) => {
    const startedAtMs = performance.now()
    const headers = {
      cookie: `__Host-sid=${session}`,
      'x-requested-with': 'bench',
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = request({ port, method, host: '127.0.0.1', path: `/api${path}`, headers }, (answer) => {
      let [bytes, marks, firstMs] = [0, 0, 0]
      // A mark may lie across two parts.
      let rest = Buffer.alloc(0)
      answer.on('data', (part: Buffer) => {
        firstMs ||= performance.now() - startedAtMs
        bytes += part.length
        const seen = Buffer.concat([rest, part])
        rest = Buffer.from(seen.subarray(-(mark.length - 1) || seen.length))
        marks += countOf(seen, mark)
        tail = Buffer.concat([tail, part]).subarray(-100)
      })
      let tail = Buffer.alloc(0)
      answer.once('close', () => {
        const tookMs = performance.now() - startedAtMs
        const { statusCode: status = 0, complete: isComplete } = answer
        resolve({ status, isComplete, bytes, marks, firstMs, tookMs, tail: String(tail) })
      })
      answer.on('error', () => undefined)
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Every operation of a large shop as a file of each kind, while somebody else reads. */
export const exportEverything = async ({ product, port }: Bench, rows: number): Promise<void> => {
  const size = { projects: Math.ceil(rows / 20), operations: 20 }
  const shop = await ask<Shop>(product, { openUnplanned: size, people: 2 })
  const { projectIds } = shop
  const end = '</Project>'
  const files: Readonly<Record<string, Wanted>> = {
    'list as CSV': { method: 'GET', path: '/operations/export?tab=all', mark: '\n', end: null },
    'table as CSV': { method: 'GET', path: '/exports/operations?tab=all&format=csv', mark: '\n', end: null },
    'table as XML': { method: 'GET', path: '/exports/operations?tab=all&format=xml', mark: '<OutlineLevel>2<', end },
    'projects as CSV': {
      method: 'POST',
      path: '/exports/projects',
      body: { projectIds, format: 'csv' },
      mark: '\n',
      end: null,
    },
    'projects as XML': {
      method: 'POST',
      path: '/exports/projects',
      body: { projectIds, format: 'xml' },
      mark: '<OutlineLevel>2<',
      end,
    },
  }
  for (const [name, wanted] of Object.entries(files)) {
    const before = await ask<BenchState>(product, 'state')
    let isOver = false
    const reading = drive({
      port,
      callers: 5,
      pauseMs: 500,
      goesOn: () => !isOver,
      ask: () => ({ path: `/projects/${projectIds[0]}`, session: shop.sessions[1] }),
    })
    const file = await download(port, shop.sessions[0], wanted)
    isOver = true
    const read = await reading
    const after = await ask<BenchState>(product, 'state')
    // CSV has a line of titles.
    const operations = wanted.end === null ? file.marks - 1 : file.marks
    const isWhole = file.isComplete && operations === rows && (wanted.end === null || file.tail.includes(wanted.end))
    say(
      `${name} of ${rows} operations`,
      `${file.status}, ${isWhole ? 'whole' : `NOT WHOLE: ${operations}`}, ${(file.bytes / 1e6).toFixed(1)} MB in ${seconds(file.tookMs)} ` +
        `(${seconds(after.cpuMs - before.cpuMs)} of CPU), first bytes after ${seconds(file.firstMs)}, ${before.rssMb} MB -> at most ${after.peakMb} MB; ` +
        `readings meanwhile p99 ${ms(read.p99Ms)}, longest gap ${after.gapMs} ms (want whole, 300 MB more)`,
      file.status === 200 && isWhole && after.peakMb - before.rssMb < 300,
    )
  }
}
