import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { paintedWhen, untilPainted } from '../paint.ts'

declare global {
  interface Window {
    paintTools: { paintedWhen: typeof paintedWhen; untilPainted: typeof untilPainted }
  }
}

const scriptOf = (file: string): string =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), 'utf8')).replaceAll(/^export /gm, '')

/** A script for every page of the real product, with the same timers as in the benchmark pages. */
export const pageTools = (): string => `{
${scriptOf('../paint.ts')}
${scriptOf('../table/watch-frames.ts')}
window.watchFrames = watchFrames
window.paintTools = { paintedWhen, untilPainted }
}`
