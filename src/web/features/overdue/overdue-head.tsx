import { ChartGantt, LayoutGrid, List, SquareKanban } from 'lucide-react'
import type { ListView, OnListSearch } from '#web/components/operation-table/list-search.ts'
import { useTableScene } from '#web/components/operation-table/table-scene.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'

const modes = [
  { value: 'list', label: 'List', icon: <List /> },
  { value: 'cards', label: 'Cards', icon: <LayoutGrid /> },
  { value: 'kanban', label: 'Kanban', icon: <SquareKanban /> },
  { value: 'timeline', label: 'Timeline', icon: <ChartGantt /> },
] as const

type OverdueHeadProps = { view: ListView; narrow: boolean; now: string | undefined; onSearchChange: OnListSearch }

/** Title, time of the data, choice of view, and the buttons "Print" and "Schedule all". */
export function OverdueHead({ view, narrow, now, onSearchChange }: OverdueHeadProps) {
  const { dates, nowMs } = useTableScene()
  return (
    <PageHead
      title="Overdue operations"
      meta={
        now && (
          <span className="whitespace-nowrap tabular-nums max-md:hidden">
            as of {formatShortDateTime(now, dates, nowMs)}
          </span>
        )
      }
      actions={
        <>
          <SegmentedControl
            label="View"
            size="medium"
            value={view}
            segments={modes.map((mode) => ({ ...mode, hideLabel: narrow }))}
            onChange={(next) => onSearchChange({ view: next })}
          />
          {!narrow && <PrintMenu />}
          {!narrow && <ScheduleButton />}
        </>
      }
    />
  )
}
