import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A position in the program. It never contains an address with a query, or text of the page. */
const StackFrame = z.object({
  functionName: z.string().check(z.regex(/^[\w$.<>[\] ]{0,120}$/)),
  file: z.string().check(z.regex(/^\/[\w./$-]{0,200}$/)),
  line: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  column: z.int().check(z.minimum(0), z.maximum(10_000_000)),
})

/** A render crash. Its message stays in the browser, because it may quote what was on screen. */
export const CrashReport = z.object({
  /** Name of the error, such as 'TypeError'. */
  name: z.string().check(z.regex(/^[A-Za-z]\w{0,60}$/)),
  /** Innermost first. */
  frames: z.array(StackFrame).check(z.maxLength(50)),
  /** Route pattern of the page: '/projects/$projectId'. */
  route: z.string().check(z.regex(/^[\w/$.-]{0,200}$/)),
  /** Whether a part of the page failed, or the whole page. */
  part: z.enum(['part', 'page']),
})
export type CrashReport = z.infer<typeof CrashReport>

export const postErrorReport = endpoint({
  method: 'POST',
  path: '/error-reports',
  access: 'public',
  summary: 'Report a crash of the page',
  failed: 'Failed to send error report',
  body: CrashReport,
  /** False if there were too many reports within a minute. */
  response: z.object({ notified: z.boolean() }),
})
