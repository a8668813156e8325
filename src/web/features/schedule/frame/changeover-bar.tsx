import { changeoverText } from '#web/lib/family-name.ts'
import { useGantt } from '../gantt-context.ts'
import { xOf } from '../model/time-scale.ts'

type ChangeoverBarProps = {
  readonly operation: number
  /** The window in px. */
  readonly fromX: number
  readonly toX: number
  readonly originX: number
  /** The upper edge of the bar of the operation, in px. */
  readonly top: number
}

const hatch = 'bg-[repeating-linear-gradient(135deg,var(--ink-3)_0_1px,transparent_1px_4px)]'

/** The changeover that prepares an operation: a thin hatched bar before its bar. Nothing where there is none. */
export function ChangeoverBar({ operation, fromX, toX, originX, top }: ChangeoverBarProps) {
  const { model, scale } = useGantt()
  const changeover = model.changeovers.get(operation)
  if (!changeover) return null
  const [left, right] = [xOf(scale, changeover.startMs), xOf(scale, changeover.endMs)]
  if (right < fromX || left > toX) return null
  return (
    <div
      className={`absolute h-2 rounded-mark border border-line-2 ${hatch}`}
      style={{ left: left - originX, width: Math.max(2, right - left), top: top + 6 }}
      title={`Changeover ${changeoverText(changeover)}`}
      data-changeover=""
      aria-hidden="true"
    />
  )
}
