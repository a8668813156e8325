import { memo } from 'react'
import { type Board, useBoard, useBoardState } from '../board-context.ts'
import { at } from '../model/at.ts'
import type { Moved } from '../model/cascade.ts'
import { arrowPath, type LinkEnds, linkPath } from '../model/link-path.ts'
import type { RowPositions } from '../model/row-list.ts'
import { isPlaced } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import { rowPx } from './row-px.ts'

interface LinkLayerProps {
  readonly firstRow: number
  readonly lastRow: number
  readonly fromX: number
  readonly toX: number
}

interface Drawn {
  lines: string
  arrows: string
}

/** Ends of the link between two visible rows, in px of the window; null when one of them is hidden or unplaced. */
const endsOf = (
  { model, scale }: Board,
  { ofOperation }: RowPositions,
  places: ReadonlyMap<number, Moved> | undefined,
  from: number,
  to: number,
  { firstRow, fromX, toX }: LinkLayerProps,
): LinkEnds | null => {
  const [fromRow, toRow] = [at(ofOperation, from), at(ofOperation, to)]
  if (fromRow < 0 || toRow < 0 || !isPlaced(model, from) || !isPlaced(model, to)) return null
  const x1 = Math.round(xOf(scale, places?.get(from)?.endMs ?? at(model.endMs, from)))
  const x2 = Math.round(xOf(scale, places?.get(to)?.startMs ?? at(model.startMs, to)))
  if (Math.max(x1, x2) + 12 < fromX || Math.min(x1, x2) - 12 > toX) return null
  const down = toRow > fromRow
  return {
    fromX: x1 - fromX,
    fromY: (fromRow - firstRow) * rowPx + rowPx / 2,
    toX: x2 - fromX,
    toY: (toRow - firstRow) * rowPx + (down ? 6 : rowPx - 6),
  }
}

/** Dependencies that touch the window, as one path; those of the selected or moved operation in blue. */
export const LinkLayer = memo(function LinkLayer(props: LinkLayerProps) {
  const board = useBoard()
  const { model, selected } = board
  const rows = useBoardState((state) => state.rows)
  const positions = useBoardState((state) => state.positions)
  const move = useBoardState((state) => state.move)
  const grey: Drawn = { lines: '', arrows: '' }
  const blue: Drawn = { lines: '', arrows: '' }
  const dashed: Drawn = { lines: '', arrows: '' }
  const seen = new Set<number>()
  const draw = (from: number, to: number, link: number) => {
    if (seen.has(link)) return
    seen.add(link)
    const ends = endsOf(board, positions, move?.places, from, to, props)
    if (!ends) return
    const touched = move ? move.moved.operation : selected
    const drawn = move?.places.has(from) ? dashed : from === touched || to === touched ? blue : grey
    drawn.lines += linkPath(ends)
    drawn.arrows += arrowPath(ends)
  }
  const { successors, predecessors } = model
  for (let i = props.firstRow; i < Math.min(props.lastRow, rows.length); i++) {
    const op = at(rows, i)
    if (op < 0) continue
    for (let k = at(successors.first, op); k < at(successors.first, op + 1); k++) draw(op, at(successors.other, k), k)
    for (let k = at(predecessors.first, op); k < at(predecessors.first, op + 1); k++) {
      const from = at(predecessors.other, k)
      // A link whose source is in the window has been drawn from that end.
      const row = at(positions.ofOperation, from)
      if (row >= 0 && (row < props.firstRow || row >= props.lastRow)) draw(from, op, -1 - k)
    }
  }
  return (
    <svg className="pointer-events-none absolute top-0 left-0 z-links h-full w-full overflow-hidden" aria-hidden="true">
      <path d={grey.lines} className="fill-none stroke-ink-3/70" strokeWidth={1.25} />
      <path d={grey.arrows} className="fill-ink-3" />
      <path d={blue.lines} className="fill-none stroke-primary" strokeWidth={1.5} />
      <path d={dashed.lines} className="fill-none stroke-primary" strokeWidth={1.5} strokeDasharray="3 2" />
      <path d={blue.arrows + dashed.arrows} className="fill-primary" />
    </svg>
  )
})
