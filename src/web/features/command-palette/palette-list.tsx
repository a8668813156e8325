import { Command as Cmdk } from 'cmdk'
import { type RefObject, useState } from 'react'
import type { Command } from './command.ts'
import { headingPx, type Line, linesInSight, listPx } from './lay-out-lines.ts'
import { PaletteRow } from './palette-row.tsx'

interface PaletteListProps {
  lines: readonly Line[]
  heightPx: number
  rowPx: number
  count: number
  active: number
  query: string
  recentIds: readonly string[]
  list: RefObject<HTMLDivElement | null>
  onPoint: (index: number) => void
  onChoose: (command: Command) => void
}

/** At most 400 px of commands under their headings; only what is in sight is drawn. */
export function PaletteList({
  lines,
  heightPx,
  rowPx,
  count,
  active,
  query,
  recentIds,
  list,
  ...on
}: PaletteListProps) {
  const [scrollTopPx, setScrollTopPx] = useState(0)
  return (
    <Cmdk.List
      ref={list}
      label="Commands"
      className="overflow-y-auto overscroll-contain [&>[cmdk-list-sizer]]:relative [&>[cmdk-list-sizer]]:h-(--lines)"
      style={{ height: Math.min(heightPx, listPx), '--lines': `${heightPx}px` } as React.CSSProperties}
      onScroll={(event) => setScrollTopPx(event.currentTarget.scrollTop)}
    >
      {linesInSight(lines, scrollTopPx, rowPx, active).map((line) =>
        line.kind === 'heading' ? (
          <div
            key={line.title}
            role="presentation"
            style={{ top: line.topPx, height: headingPx }}
            className="absolute inset-x-0 flex items-end px-4.5 pb-1 text-ink-3 text-label"
          >
            {line.title}
          </div>
        ) : (
          <PaletteRow
            key={line.command.id}
            command={line.command}
            query={query}
            topPx={line.topPx}
            heightPx={rowPx}
            index={line.index}
            count={count}
            isRecent={recentIds.includes(line.command.id)}
            onPoint={() => on.onPoint(line.index)}
            onChoose={() => on.onChoose(line.command)}
          />
        ),
      )}
    </Cmdk.List>
  )
}
