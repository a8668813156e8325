import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useMemo } from 'react'
import type { KanbanColumn } from '#domain/kanban/build-kanban.ts'
import { rangeWith } from '#web/components/data-list/range-with.ts'
import { badgeOf } from '../cards/card-deadline.tsx'
import { CardShell } from '../cards/card-shell.tsx'
import { cardGapPx, cardHeightPx, dropBoxPx, extraLines, rootRemPx } from '../model/card-size.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { headPx } from './column-head.tsx'
import { DropBox } from './drop-box.tsx'
import { useKanbanScene } from './kanban-scene.ts'

interface Row {
  readonly key: string
  /** Null for the drop box. */
  readonly card: KanbanCard | null
  readonly heightPx: number
  readonly position?: number
}
const dropBoxRow: Row = { key: 'drop-box', card: null, heightPx: dropBoxPx - cardGapPx }

type ColumnCardsProps = {
  column: KanbanColumn<KanbanCard>
  /** The scrolling element of the column. */
  view: HTMLElement
  expanded: ReadonlySet<string>
  /** Where the dragged card would land; null while it is not over this column. */
  landingAt: number | null
  heldId: string | null
  refused: boolean
}

/** The rows of a column with their heights: its cards, and the drop box while the dragged card is over the column. */
function useRows({ column: { items }, expanded, landingAt }: ColumnCardsProps) {
  const { density, narrow, dates, nowMs } = useKanbanScene()
  return useMemo(() => {
    const remPx = rootRemPx()
    const cards = items.map((card, index): Row => {
      const badge = badgeOf(card, dates.zone, nowMs) !== null
      const shape = { density, narrow, badge, expanded: expanded.has(card.id), listed: extraLines(card) }
      const heightPx = cardHeightPx(shape, remPx)
      return { key: card.id, card, heightPx, position: index + 1 }
    })
    return landingAt === null ? cards : cards.toSpliced(landingAt, 0, dropBoxRow)
  }, [items, density, narrow, dates.zone, nowMs, expanded, landingAt])
}

/** The visible cards of a column, and the drop box where the dragged card would land. */
export const ColumnCards = memo(function ColumnCards(props: ColumnCardsProps) {
  const { column, view, expanded, landingAt, heldId, refused } = props
  const { reveal } = useKanbanScene()
  const { id, items } = column
  const rows = useRows(props)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => view,
    estimateSize: (index) => rows[index]?.heightPx ?? 0,
    // A new function for new rows makes the virtualizer compute the sizes again.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    gap: cardGapPx,
    overscan: 1,
    scrollMargin: headPx + (refused ? dropBoxPx : 0),
    paddingEnd: cardGapPx,
    rangeExtractor: (range) => rangeWith(range, heldId === null ? -1 : rows.findIndex(({ key }) => key === heldId)),
  })
  useLayoutEffect(() => {
    const show = (cardId: string) => {
      const item = virtualizer.measurementsCache[rows.findIndex(({ key }) => key === cardId)]
      if (!item) return
      const lowest = item.end + cardGapPx - view.clientHeight
      const highest = item.start - headPx
      if (view.scrollTop < lowest || view.scrollTop > highest) view.scrollTop = Math.min(highest, Math.max(lowest, 0))
    }
    reveal.set(id, show)
    return () => void reveal.delete(id)
  }, [reveal, id, rows, view, virtualizer])

  const inSight = virtualizer.getVirtualItems()
  const offsetPx = virtualizer.options.scrollMargin
  const boxInSight = landingAt === null || inSight.some(({ index }) => index === landingAt)
  return (
    <>
      {!boxInSight && (
        <div
          className={`sticky z-sticky mx-2 h-0 ${(inSight[0]?.index ?? 0) > (landingAt ?? 0) ? 'top-11' : 'top-[calc(100%-48px)]'}`}
        >
          <DropBox allowed className="shadow-2" />
        </div>
      )}
      <ul
        aria-label={column.title}
        className={`relative mx-2 ${refused ? 'opacity-45' : ''}`}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {inSight.map(({ key, index, start }) => {
          const { card, heightPx, position } = rows[index] ?? dropBoxRow
          return (
            <li
              key={key}
              aria-setsize={items.length}
              aria-posinset={position}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offsetPx}px)` }}
            >
              {card ? (
                <CardShell card={card} expanded={expanded.has(card.id)} heightPx={heightPx} />
              ) : (
                <DropBox allowed />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
})
