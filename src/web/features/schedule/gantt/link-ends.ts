import { type Moved, shareDoneMs } from '#domain/schedule/cascade.ts'
import { isPlaced } from '#domain/schedule/movable-plan.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { distanceToLink, type LinkEnds } from '../model/link-path.ts'
import type { RowPositions } from '../model/row-list.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import { rowPx } from './row-px.ts'

/** The part of the Gantt for which links are drawn. */
export interface LinkWindow {
  readonly firstRow: number
  readonly lastRow: number
  readonly fromX: number
  readonly toX: number
  /** The point of the plan at the upper left corner of the surface. */
  readonly originX: number
  readonly originRow: number
}

/** A link by its operations and its row in the schedule. */
type GanttLink = readonly [from: number, to: number, link: number]

/** Ends of a link in px of the surface, where two operations overlap from the share on; null when it cannot be drawn or is out of view. */
export const linkEnds = (
  { model, scale }: GanttScene,
  { ofOperation }: RowPositions,
  movedTo: ReadonlyMap<number, Moved> | undefined,
  [from, to, link]: GanttLink,
  { firstRow, lastRow, fromX, toX, originX, originRow }: LinkWindow,
): LinkEnds | null => {
  const [fromRow, toRow] = [at(ofOperation, from), at(ofOperation, to)]
  if (fromRow < 0 || toRow < 0 || !isPlaced(model, from) || !isPlaced(model, to)) return null
  const before = movedTo?.get(from) ?? { startMs: at(model.startMs, from), endMs: at(model.endMs, from) }
  const x1 = Math.round(xOf(scale, shareDoneMs(model, link, before)))
  const x2 = Math.round(xOf(scale, movedTo?.get(to)?.startMs ?? at(model.startMs, to)))
  if (Math.max(x1, x2) + 12 < fromX || Math.min(x1, x2) - 12 > toX) return null
  // An end far below the window is drawn right below it, because a browser would paint the whole line.
  const rowsDown = (row: number) => Math.min(Math.max(row, firstRow - 2), lastRow + 1) - originRow
  return {
    fromX: x1 - originX,
    fromY: rowsDown(fromRow) * rowPx + rowPx / 2,
    toX: x2 - originX,
    toY: rowsDown(toRow) * rowPx + (toRow > fromRow ? 6 : rowPx - 6),
  }
}

/** Tells whether a link of a kind is the first one between two points. Many can look the same, and are drawn once. */
export const firstBetween = (): ((ends: LinkEnds, kind: string) => boolean) => {
  const drawn = new Set<string>()
  return ({ fromX, fromY, toX, toY }, kind) => drawn.size < drawn.add(`${kind} ${fromX} ${fromY} ${toX} ${toY}`).size
}

/** Every link that starts or ends at some operations, once. */
export const linksOf = ({ successors, predecessors }: ScheduleModel, operations: Iterable<number>): GanttLink[] => {
  const own = new Set(operations)
  const links: GanttLink[] = []
  for (const op of own) {
    for (let i = at(successors.first, op); i < at(successors.first, op + 1); i++)
      links.push([op, at(successors.other, i), at(successors.link, i)])
    for (let i = at(predecessors.first, op); i < at(predecessors.first, op + 1); i++) {
      const from = at(predecessors.other, i)
      if (!own.has(from)) links.push([from, op, at(predecessors.link, i)])
    }
  }
  return links
}

const hitPx = 5

/** The link nearest to a point of the drawn part, in px of it; null = none is near enough to mean it. */
export const linkAt = (
  gantt: GanttScene,
  positions: RowPositions,
  shown: Iterable<number>,
  drawn: LinkWindow,
  point: { readonly x: number; readonly y: number },
): { from: number; to: number } | null => {
  let [nearest, nearestPx] = [null as { from: number; to: number } | null, hitPx]
  for (const link of linksOf(gantt.model, shown)) {
    const ends = linkEnds(gantt, positions, undefined, link, drawn)
    const distance = ends ? distanceToLink(ends, point.x, point.y) : hitPx
    if (distance >= nearestPx) continue
    nearestPx = distance
    nearest = { from: link[0], to: link[1] }
  }
  return nearest
}
