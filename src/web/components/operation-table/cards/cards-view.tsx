import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { rangeWith } from '#web/components/data-list/range-with.ts'
import { useActiveLine } from '#web/components/data-list/use-active-line.ts'
import { type LineFocus, ring, useLineFocus } from '#web/components/data-list/use-line-focus.ts'
import { useLineKeys } from '#web/components/data-list/use-line-keys.ts'
import { useRowClicks } from '#web/components/data-list/use-row-clicks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GroupHeading, type GroupHeadingProps } from '../group-heading.tsx'
import { useActionKeys } from '../use-action-keys.ts'
import type { OperationList } from '../use-operation-list.ts'
import { cardPx, flatCardPx, OperationCard } from './operation-card.tsx'
import { type CardGrid, useCardColumns, useCardGrid } from './use-card-grid.ts'

function GroupHead({ index, active, onActive, takesFocus, ...heading }: LineFocus & GroupHeadingProps) {
  const focus = useLineFocus<HTMLDivElement>({ index, active, onActive, takesFocus })
  return (
    <div
      {...focus}
      className={classNames('relative flex h-full items-center border-line border-b bg-sunken px-5 max-md:px-4', ring)}
    >
      <GroupHeading {...heading} />
    </div>
  )
}

type CardRowProps = {
  list: OperationList
  /** The operations of the row, by their offsets in the list. */
  offsets: readonly number[]
  columns: number
  focusOf: (index: number) => LineFocus
}

/** The cards in one line of the grid. */
function CardRow({ list, offsets, columns, focusOf }: CardRowProps) {
  const { data, selecting } = list
  const flat = columns === 1
  return (
    <div
      className={flat ? 'h-full' : 'grid h-full gap-3 px-5 py-1.5'}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {offsets.map((offset) => {
        const row = data.rowAt(offset)
        if (!row) return <Skeleton key={offset} className="h-full" />
        return (
          <OperationCard
            {...focusOf(data.layout.indexOf(offset))}
            row={row}
            offset={offset}
            flat={flat}
            key={offset}
            selected={selecting.isSelected(row)}
            onSelect={list.selectRow}
          />
        )
      })}
    </div>
  )
}

const headPx = 40
const gapPx = 12

type GridWindowOptions = {
  scroller: HTMLElement | null
  columns: number
  /** The line that stays rendered at any scroll position, because its card has the focus; -1 if none. */
  focusedLine: number
  /** Space below the last line, in px. */
  endPx: number
}

/** The rendered lines of the grid. */
function useGridWindow(grid: CardGrid, { scroller, columns, focusedLine, endPx }: GridWindowOptions) {
  const linePx = columns === 1 ? flatCardPx : cardPx + gapPx
  const window = useVirtualizer({
    count: grid.count,
    getScrollElement: () => scroller,
    estimateSize: (index) => (grid.lineAt(index).kind === 'group' ? headPx : linePx),
    overscan: 4,
    rangeExtractor: (range) => rangeWith(range, focusedLine),
    scrollPaddingEnd: endPx,
    paddingEnd: endPx,
  })
  // If the groups change, the heights change too.
  useEffect(() => {
    if (grid.count >= 0 && columns > 0) window.measure()
  }, [grid, columns, window])
  return window
}

/** The same operations as cards, one group after another; in one column on a narrow screen. */
export function CardsView({
  label,
  list,
  searchField,
}: {
  /** The accessible name. */
  label: string
  list: OperationList
  searchField: RefObject<HTMLInputElement | null>
}) {
  const { data, selecting, closed } = list
  const { layout } = data
  const { active, setActive, focusLine, takesFocus } = useActiveLine(layout.count)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const columns = useCardColumns(scroller)
  const grid = useCardGrid(data, closed, columns)
  const focusedLine = active < 0 ? -1 : grid.indexOf(layout.lineAt(active))
  const window = useGridWindow(grid, { scroller, columns, focusedLine, endPx: selecting.count > 0 ? 72 : 0 })
  const items = window.getVirtualItems()
  const isNear = (index: number) =>
    index !== focusedLine || items.some((other) => Math.abs(other.index - focusedLine) === 1)
  const sight = items.flatMap(({ index }) => {
    if (!isNear(index)) return []
    const line = grid.lineAt(index)
    return line.kind === 'cards' ? line.offsets : data.layout.spanOf(line.group).slice(0, 1)
  })
  const [from, to] = [sight[0] ?? 0, (sight.at(-1) ?? 0) + 1]
  useEffect(() => data.show(from, to), [from, to, data.show])
  const scrollerRef = useMemo(() => ({ current: scroller }), [scroller])
  useRowClicks(scrollerRef, (offset, { shiftKey }) => {
    const row = data.rowAt(offset)
    if (row) list.selectRow(row, offset, shiftKey)
  })
  const activeRow = useLineKeys({
    list,
    active,
    onLine: (index) => {
      window.scrollToIndex(grid.indexOf(layout.lineAt(index)))
      focusLine(index)
    },
    onSearch: () => searchField.current?.focus(),
  })
  useActionKeys(list, () => activeRow)
  const focusOf = (index: number) => ({ index, active: index === active, onActive: setActive, takesFocus })
  return (
    <section ref={setScroller} aria-label={label} className="min-h-0 grow overflow-auto bg-canvas">
      <div className="relative" style={{ height: window.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const line = grid.lineAt(index)
          const group = line.kind === 'group' ? data.groups?.[line.group] : undefined
          return (
            <div
              key={index}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {line.kind === 'group' && group && (
                <GroupHead
                  {...focusOf(line.group < 0 ? -1 : layout.headOf(line.group))}
                  group={group}
                  groupIndex={line.group}
                  first={data.rowAt(layout.spanOf(line.group)[0])}
                  open={!closed.has(group.key)}
                  selected={selecting.groupState(line.group)}
                  onToggle={list.toggleGroup}
                  onSelect={list.selectGroup}
                />
              )}
              {line.kind === 'cards' && (
                <CardRow list={list} columns={columns} focusOf={focusOf} offsets={line.offsets} />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}
