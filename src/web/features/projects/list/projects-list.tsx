import { Link } from '@tanstack/react-router'
import type { ReactTable } from '@tanstack/react-table'
import { useCallback } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { LatenessMark, ShipDays } from '#web/components/project-marks/lateness-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Features, ProjectRow } from './columns.tsx'
import { useListScene } from './list-context.ts'
import { useListWindow } from './use-list-window.ts'

/** Three lines: 20 + 16 + 16, 4 between them, 10 above and below, the hairline. */
const rowPx = 81

/** Rows grow with the reader's font size. */
const scaledRowPx = () => {
  const fontPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(fontPx) ? Math.round((rowPx * fontPx) / 16) : rowPx
}

function ListRow({ row, selected }: { row: ProjectRow; selected: boolean }) {
  const { dates, nowMs } = useListScene()
  const project = row.original
  const ship = project.plannedShipDate ? formatShipDate(project.plannedShipDate, dates, nowMs) : 'no date'
  return (
    <div className={`relative flex h-full gap-3 border-line border-b px-4 py-2.5 ${selected ? 'bg-primary-tint' : ''}`}>
      <span className="z-links">
        <Checkbox
          aria-label={`Select project #${project.projectNumber}`}
          checked={selected}
          onChange={() => row.toggleSelected()}
        />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-center justify-between gap-2">
          <Link
            to="/projects/$projectId"
            params={{ projectId: project.projectId }}
            className="truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
          >
            <span className="text-ink-2 tabular-nums">#{project.projectNumber}</span>{' '}
            {project.projectName || 'Unnamed Project'}
          </Link>
          <LatenessMark project={project} />
        </div>
        <div className="flex justify-between text-ink-3 text-label tabular-nums">
          <span>
            Ship {ship}
            <ShipDays project={project} zone={dates.zone} nowMs={nowMs} lead=" · " />
          </span>
          <span>P{project.priority}</span>
        </div>
        <div className="flex items-center gap-2 text-ink-2 text-label tabular-nums">
          <span className="w-20 shrink-0">{phaseTitles[project.currentPhase]}</span>
          <ProgressBar percent={project.progressPercentage} label={`Progress of ${project.projectName}`} />
          <span className="w-10 shrink-0 whitespace-nowrap text-right">
            {formatProgress(project.progressPercentage)}
          </span>
        </div>
      </div>
    </div>
  )
}

/** The same projects on a narrow screen: three lines each, the whole row a link. */
export function ProjectsList({ table }: { table: ReactTable<Features, ListedProject> }) {
  const { rows } = table.getRowModel()
  const selection = table.state.rowSelection
  const { scroller, window } = useListWindow({
    count: rows.length,
    rowPx: scaledRowPx(),
    headPx: 0,
    keyOf: useCallback((index: number) => rows[index]?.id ?? String(index), [rows]),
    activeIndex: -1,
    bulkOpen: Object.keys(selection).length > 0,
  })
  return (
    <section ref={scroller} aria-label="Projects" className="min-h-0 grow overflow-auto bg-surface">
      <ul className="relative" style={{ height: window.getTotalSize() }}>
        {window.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={row.id}
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <ListRow row={row} selected={Boolean(selection[row.id])} />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
