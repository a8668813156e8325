import { isMovable } from '#domain/schedule/movable-plan.ts'
import { barWords, isInConflict, projectNumber } from '../frame/bar-words.ts'
import { type ChangeoverDrawing, changeoverDrawing } from '../frame/changeover-bar.tsx'
import type { TimePart } from '../frame/plan-view.ts'
import { materialPath, warnPath } from '../frame/warn-path.ts'
import { barColorOf } from '../gantt/bar-color.ts'
import { tickPx } from '../gantt/bar-look.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath, boxPath } from '../model/bar-path.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import { awaitedMaterialMs, type BarTone, toneOf } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type Band, barTopIn } from './band-layout.ts'
import { leastLabelPx, textsOn } from './bar-texts.ts'

/** The label of a bar, in px of the surface and of its band. It is the element of the bar, which can take the focus. */
export interface LabelDrawing {
  readonly operation: number
  readonly left: number
  readonly top: number
  readonly width: number
  /** The description for screen readers. */
  readonly words: string
  readonly number: string
  readonly name: string
  readonly canMove: boolean
  /** The bar of an operation at its pool: the one at its work center takes the focus and can be moved. */
  readonly isCopy: boolean
}

/** What is drawn of a work center in a part of the time, below the labels, in plain values. */
export interface BandDrawing {
  /** Path data of the bars by tone. Ticks that touch are merged into one. */
  readonly shapes: Readonly<Record<BarTone, string>>
  /** Path data of the bars that have a color of their own, by color. */
  readonly colored: Readonly<Record<string, string>>
  readonly progress: string
  /** Marks of the bars that have a warning, and of those that wait for material. */
  readonly warnings: string
  readonly materials: string
  readonly changeovers: readonly ChangeoverDrawing[]
}

const barPx = 20

/** The size of the text, as `text-axis` has it. */
const textPx = Math.max(11, 0.6875 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16))

/** To hundredths of a px, so that what stays where it is gets the same numbers every time. */
const hundredths = (px: number) => Math.round(px * 100) / 100

/** Where labels can stand: the part of the time with bars, and where the time in sight begins until the next step. */
export interface LabelPart extends TimePart {
  readonly leastSeenX: number
  readonly mostSeenX: number
}

interface BarPlace {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** The label of a bar where its text fits, or where it can take the focus; null = it has none. */
const labelOf = (
  gantt: GanttScene,
  operation: number,
  { left, top, width }: BarPlace,
  { leastSeenX, mostSeenX, originX }: LabelPart,
  { isPool, hasFocus }: { readonly isPool: boolean; readonly hasFocus: boolean },
): LabelDrawing | null => {
  const { model } = gantt
  const project = at(model.projectOf, operation)
  const number = projectNumber(gantt, project)
  const textsAt = (x: number) => ({
    x,
    ...textsOn({ barWidth: width, width: width + left - x, textPx }, number, model.data.projects.names[project] ?? ''),
  })
  // The label of a bar that begins out of sight stands where it is in sight, as far as it fits there.
  const begins = left < leastSeenX - originX ? [mostSeenX - originX, leastSeenX - originX, left] : [left]
  const texts = begins.map(textsAt).find((on) => on.number !== '') ?? textsAt(left)
  if (!texts.number && !texts.name && !hasFocus) return null
  return {
    operation,
    left: hundredths(texts.x),
    top,
    width: hundredths(width + left - texts.x),
    words: `${number} ${barWords(gantt, operation)}`,
    number: texts.number,
    name: texts.name,
    canMove: !isPool && isMovable(model, operation) && planRefusal(gantt, operation) === null,
    isCopy: isPool,
  }
}

/** Adds a shape to those of its tone or its color. */
const painter = () => {
  const shapes: Record<BarTone, string> = { planned: '', late: '', done: '', hold: '' }
  const colored: Record<string, string> = {}
  const paint = (tone: BarTone, color: string | null, path: string) => {
    if (color === null) shapes[tone] += path
    else colored[color] = (colored[color] ?? '') + path
  }
  return { shapes, colored, paint }
}

/** The bars of a work center in a part of the time, lane by lane. Binary search keeps the cost proportional to these bars. */
function* barsIn(
  { model, scale }: GanttScene,
  { lanes }: Pick<Band, 'lanes'>,
  { fromX, toX, originX }: TimePart,
): Generator<{ operation: number; lane: number; left: number; top: number; width: number }> {
  const [fromMs, toMs] = [msAt(scale, fromX), msAt(scale, toX)]
  for (const [lane, operations] of lanes.entries()) {
    const top = barTopIn(lane)
    for (let i = firstEndingAfter(model, operations, fromMs); i < operations.length; i++) {
      const operation = at(operations, i)
      if (at(model.startMs, operation) > toMs) break
      const left = xOf(scale, at(model.startMs, operation)) - originX
      const width = Math.max(1.5, xOf(scale, at(model.endMs, operation)) - originX - left - 1)
      yield { operation, lane, left, top, width }
    }
  }
}

/** What is drawn of a work center below the labels. */
export const bandDrawing = (gantt: GanttScene, band: Pick<Band, 'lanes'>, part: TimePart): BandDrawing => {
  const { model, look } = gantt
  const { shapes, colored, paint } = painter()
  let [progress, warnings, materials] = ['', '', '']
  const changeovers: ChangeoverDrawing[] = []
  const progressOf = model.data.operations.progressPercentage
  let tick: { tone: BarTone; color: string | null; lane: number; top: number; from: number; to: number } | null = null
  const flush = () => {
    if (tick) paint(tick.tone, tick.color, boxPath(tick.from, tick.top, tick.to - tick.from, barPx))
    tick = null
  }
  for (const { operation, lane, left, top, width } of barsIn(gantt, band, part)) {
    const tone = toneOf(model, operation)
    const color = barColorOf(model, operation, look.color)
    if (width < tickPx) {
      const touches = tick !== null && tick.lane === lane && left - tick.to < 1.5
      if (tick && touches && tick.tone === tone && tick.color === color) tick.to = left + width
      else {
        flush()
        tick = { tone, color, lane, top, from: left, to: left + width }
      }
      continue
    }
    flush()
    paint(tone, color, barPath(left, top, width, barPx))
    const done = tone === 'done' ? 0 : at(progressOf, operation)
    if (done > 0) progress += barPath(left, top, Math.max(3, (width * Math.min(100, done)) / 100), barPx)
    if (isInConflict(gantt, operation)) warnings += warnPath(left + width, top)
    if (awaitedMaterialMs(model, operation) > 0) materials += materialPath(left - 4, top - 4)
    const changeover = changeoverDrawing(gantt, operation, { originX: part.originX, top })
    if (changeover) changeovers.push(changeover)
  }
  flush()
  return { shapes, colored, progress, warnings, materials, changeovers }
}

/** The labels of a work center. `active` is the operation that can take the focus, which always has one. */
export const bandLabels = (
  gantt: GanttScene,
  band: Pick<Band, 'lanes' | 'isPool'>,
  part: LabelPart,
  active: number,
): LabelDrawing[] => {
  const labels: LabelDrawing[] = []
  for (const { operation, ...place } of barsIn(gantt, band, part)) {
    const hasFocus = operation === active
    if ((place.width < leastLabelPx || !gantt.isSettled) && !hasFocus) continue
    const label = labelOf(gantt, operation, place, part, { isPool: band.isPool, hasFocus })
    if (label) labels.push(label)
  }
  // Their order does not depend on dates, so that a moved bar keeps its element.
  return labels.sort((a, b) => a.operation - b.operation)
}
