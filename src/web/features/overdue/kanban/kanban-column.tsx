import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { OperationFilter } from '#contract/operation-filter.ts'
import type { OperationQuery } from '#web/api/operation-lists.queries.ts'
import { cardPx, flatCardPx, OperationCard } from '#web/components/operation-table/cards/operation-card.tsx'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useOperationRows } from '#web/components/operation-table/use-operation-rows.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const noneClosed: ReadonlySet<string> = new Set()
const gapPx = 8

type KanbanColumnProps = {
  /** The words, for a screen reader and for an empty column. */
  title: string
  head: ReactNode
  query: OperationQuery
  /** What of the list stands in this column. */
  part: Partial<OperationFilter>
  list: OperationList
}

/** One column of the board: its part of the list, windowed by itself. */
export function KanbanColumn({ title, head, query, part, list }: KanbanColumnProps) {
  const partKey = JSON.stringify(part)
  const own = useMemo(
    () => ({ ...query, ...(JSON.parse(partKey) as typeof part), groupBy: 'none' as const }),
    [query, partKey],
  )
  const data = useOperationRows(own, noneClosed)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const { selecting } = list
  const heightPx = useNarrow() ? flatCardPx : cardPx
  const window = useVirtualizer({
    count: data.total,
    getScrollElement: () => scroller,
    estimateSize: () => heightPx + gapPx,
    overscan: 4,
    paddingEnd: selecting.count > 0 ? 72 : 0,
  })
  const items = window.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1]
  useEffect(() => data.show(from, to), [from, to, data.show])
  return (
    <section
      aria-labelledby={titleId}
      data-column={title}
      className="flex h-full w-85 shrink-0 flex-col rounded border border-line-2 bg-sunken max-md:w-78 max-md:snap-start"
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
          {items.map(({ index, start }) => {
            const row = data.rowAt(index)
            return (
              <div
                key={index}
                className="absolute inset-x-0 top-0"
                style={{ height: heightPx, transform: `translateY(${start}px)` }}
              >
                {row ? (
                  <OperationCard
                    row={row}
                    selected={selecting.isSelected(row)}
                    onSelect={() => list.selectRow(row, index, false)}
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
