import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OperationFilter } from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { useRowClicks } from '#web/components/data-list/use-row-clicks.ts'
import { useRowRanges } from '#web/components/data-list/use-row-ranges.ts'
import { cardPx, flatCardPx, OperationCard } from '#web/components/operation-table/cards/operation-card.tsx'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { type OperationRows, useOperationRows } from '#web/components/operation-table/use-operation-rows.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BoardFocus } from './use-board-keys.ts'

const noneClosed: ReadonlySet<string> = new Set()
const gapPx = 8

/** The rendered cards of a column, whose operations are requested. `endPx` is the space below the last card. */
function useColumnWindow(
  { total, show }: OperationRows,
  scroller: HTMLElement | null,
  cardHeightPx: number,
  endPx: number,
) {
  const window = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => cardHeightPx + gapPx,
    overscan: 4,
    scrollPaddingEnd: endPx,
    paddingEnd: endPx,
  })
  const items = window.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1]
  useEffect(() => show(from, to), [from, to, show])
  return window
}

type KanbanColumnProps = {
  /** The title for screen readers and for an empty column. */
  title: string
  head: ReactNode
  query: OperationQuery
  /** The filter that selects the operations of this column. */
  part: Partial<OperationFilter>
  list: OperationList
  /** Index of the column on the board. */
  column: number
  focus: BoardFocus
}

/** One column of the board, with its part of the list and its own virtual window. */
export function KanbanColumn({ title, head, query, part, list, column, focus }: KanbanColumnProps) {
  const partKey = JSON.stringify(part)
  const own = useMemo(
    () => ({ ...query, ...(JSON.parse(partKey) as typeof part), groupBy: 'none' as const }),
    [query, partKey],
  )
  const data = useOperationRows(own, noneClosed)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const { selecting } = list
  const ranges = useRowRanges(data, selecting.changeSelection)
  const heightPx = useNarrow() ? flatCardPx : cardPx
  const window = useColumnWindow(data, scroller, heightPx, selecting.count > 0 ? 72 : 0)
  const { total, rowAt } = data
  const active = focus.activeIn(column, total)
  const board = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const show = (index: number) => {
      board.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
      window.scrollToIndex(index)
    }
    return focus.register(column, { count: total, rowAt, ranges, show })
  })
  const scrollerRef = useMemo(() => ({ current: scroller }), [scroller])
  useRowClicks(scrollerRef, (index, { shiftKey }) => {
    const row = rowAt(index)
    if (row) select(row, index, shiftKey)
  })
  const select = (row: OperationListRow, index: number, extend: boolean) =>
    extend ? void ranges.extendTo(index) : ranges.toggle(row, index)
  return (
    <section
      ref={board}
      aria-labelledby={titleId}
      data-column={title}
      className="flex h-full w-85 shrink-0 flex-col rounded border border-line-2 bg-sunken max-md:w-82 max-md:snap-start"
    >
      <h2 id={titleId} className="flex h-10 shrink-0 items-center gap-2 px-3 font-semibold">
        {head}
        <CountBadge count={data.total} />
      </h2>
      <div ref={setScroller} className="min-h-0 grow overflow-y-auto px-2">
        {!data.isReady && <Skeleton className="h-32 w-full" />}
        {data.isReady && data.total === 0 && (
          <p className="flex h-24 items-center justify-center rounded border border-line-2 border-dashed text-ink-3">
            No items in {title}
          </p>
        )}
        <div className="relative" style={{ height: window.getTotalSize() }}>
          {window.getVirtualItems().map(({ index, start }) => {
            const row = data.rowAt(index)
            return (
              <div
                key={index}
                className="absolute inset-x-0 top-0"
                style={{ height: heightPx, transform: `translateY(${start}px)` }}
              >
                {row ? (
                  <OperationCard
                    {...focus.lineOf(column, index)}
                    active={index === active}
                    row={row}
                    offset={index}
                    selected={selecting.isSelected(row)}
                    onSelect={select}
                  />
                ) : (
                  <Skeleton className="h-full" />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}
