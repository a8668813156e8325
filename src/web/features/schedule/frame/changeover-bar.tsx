import { changeoverText } from '#web/lib/family-name.ts'
import type { GanttScene } from '../gantt-context.ts'
import { xOf } from '../model/time-scale.ts'

const hatch = 'bg-[repeating-linear-gradient(135deg,var(--ink-3)_0_1px,transparent_1px_4px)]'

/** What is drawn of the changeover that prepares an operation. */
export interface ChangeoverDrawing {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly words: string
}

/** The changeover before an operation whose bar is at `top`, on a surface that begins at `originX`; null = there is none. */
export const changeoverDrawing = (
  { model, scale }: GanttScene,
  operation: number,
  { originX, top }: { readonly originX: number; readonly top: number },
): ChangeoverDrawing | null => {
  const changeover = model.changeovers.get(operation)
  if (!changeover) return null
  const left = xOf(scale, changeover.startMs)
  const width = Math.max(2, xOf(scale, changeover.endMs) - left)
  return { left: left - originX, top: top + 6, width, words: `Changeover ${changeoverText(changeover)}` }
}

/** The changeover that prepares an operation: a thin hatched bar before its bar. */
export function ChangeoverBar({ words, ...place }: ChangeoverDrawing) {
  return (
    <div
      className={`absolute h-2 rounded-mark border border-line-2 ${hatch}`}
      style={place}
      title={words}
      data-changeover=""
      aria-hidden="true"
    />
  )
}
