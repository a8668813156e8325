import { isInConflict } from '../frame/bar-words.ts'
import { materialPath, warnPath } from '../frame/warn-path.ts'
import { barColorOf } from '../gantt/bar-color.ts'
import { tickPx } from '../gantt/bar-look.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath, boxPath } from '../model/bar-path.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import { awaitedMaterialMs, type BarTone, toneOf } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { barTopIn } from './band-layout.ts'

/** A part of the time, in px of the plan, and the point of the plan at the left edge of the surface. */
export interface TimePart {
  readonly fromX: number
  readonly toX: number
  readonly originX: number
}

/** A bar in px of the surface and of its band. */
export interface VisibleBar {
  readonly operation: number
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface VisibleBars {
  /** Bars that are wider than a tick, by lane and start. */
  readonly bars: readonly VisibleBar[]
  /** Path data of all shapes by tone. Ticks that touch are merged into one. */
  readonly shapes: Readonly<Record<BarTone, string>>
  /** Path data of the shapes that have a color of their own, by color. */
  readonly colored: ReadonlyMap<string, string>
  readonly progress: string
  /** Marks of the bars that have a warning. */
  readonly warnings: string
  /** Marks of the bars that wait for material. */
  readonly materials: string
}

const barPx = 20

/** What a shape is painted with: the color of its tone, or its own. */
interface BarPaint {
  readonly tone: BarTone
  readonly color: string | null
}

/** The bars of a band in a part of the time. Binary search in each lane keeps the cost proportional to these bars. */
export const visibleBars = (
  { model, scale, look }: Pick<GanttScene, 'model' | 'scale' | 'look'>,
  lanes: readonly Int32Array[],
  { fromX, toX, originX }: TimePart,
): VisibleBars => {
  const shapes: Record<BarTone, string> = { planned: '', late: '', done: '', hold: '' }
  const colored = new Map<string, string>()
  const draw = ({ tone, color }: BarPaint, path: string) => {
    if (color === null) shapes[tone] += path
    else colored.set(color, (colored.get(color) ?? '') + path)
  }
  const bars: VisibleBar[] = []
  let progress = ''
  let warnings = ''
  let materials = ''
  const [fromMs, toMs] = [msAt(scale, fromX), msAt(scale, toX)]
  lanes.forEach((operations, lane) => {
    const y = barTopIn(lane)
    let tick: (BarPaint & { from: number; to: number }) | null = null
    const flush = () => {
      if (tick) draw(tick, boxPath(tick.from, y, tick.to - tick.from, barPx))
      tick = null
    }
    for (let i = firstEndingAfter(model, operations, fromMs); i < operations.length; i++) {
      const operation = at(operations, i)
      if (at(model.startMs, operation) > toMs) break
      const x = xOf(scale, at(model.startMs, operation)) - originX
      const width = Math.max(1.5, xOf(scale, at(model.endMs, operation)) - originX - x - 1)
      const tone = toneOf(model, operation)
      const color = barColorOf(model, operation, look.color)
      if (width < tickPx) {
        if (tick && tick.tone === tone && tick.color === color && x - tick.to < 1.5) tick.to = x + width
        else {
          flush()
          tick = { tone, color, from: x, to: x + width }
        }
        continue
      }
      flush()
      draw({ tone, color }, barPath(x, y, width, barPx))
      const done = tone === 'done' ? 0 : at(model.data.operations.progressPercentage, operation)
      if (done > 0) progress += barPath(x, y, Math.max(3, (width * Math.min(100, done)) / 100), barPx)
      if (isInConflict(model, operation)) warnings += warnPath(x + width, y)
      if (awaitedMaterialMs(model, operation) > 0) materials += materialPath(x - 4, y - 4)
      bars.push({ operation, x, y, width })
    }
    flush()
  })
  return { bars, shapes, colored, progress, warnings, materials }
}

const mostLabels = 200

/** How many labels a band may have in a share of the width, so that about `mostLabels` are in sight. It does not change with the scroll position. */
export const labelShare = ({ heightPx }: { readonly heightPx: number }, windowPx: number, share: number): number =>
  Math.ceil((mostLabels * heightPx * share) / windowPx)

/** The bars that get their own elements for label and focus: the widest ones. */
export const labelledBars = (
  bars: readonly VisibleBar[],
  { leastPx, most }: { readonly leastPx: number; readonly most: number },
): VisibleBar[] => {
  const wide = bars.filter(({ width }) => width >= leastPx)
  if (wide.length <= most) return wide
  const limit = wide.map(({ width }) => width).sort((a, b) => b - a)[most] ?? leastPx
  return wide.filter(({ width }) => width > limit)
}
