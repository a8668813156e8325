import { Link } from '@tanstack/react-router'
import type { ListedProject } from '#contract/projects.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { useListWindow } from '#web/components/data-list/use-list-window.ts'
import type { RowList } from '#web/components/data-list/use-row-list.ts'
import { LatenessMark, ShipDays } from '#web/components/project-marks/lateness-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useListScene } from './list-scene.ts'

/** Three lines of 20, 16 and 16 px, gaps of 4 px, padding of 10 px above and below, and the border. */
const rowPx = 81

/** Rows grow with the reader's font size. */
const scaledRowPx = () => {
  const fontPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(fontPx) ? Math.round((rowPx * fontPx) / 16) : rowPx
}

type ListRowProps = { project: ListedProject; selected: boolean; onSelect: () => void }

function ListRow({ project, selected, onSelect }: ListRowProps) {
  const { dates, nowMs } = useListScene()
  const ship = project.plannedShipDate ? formatShipDate(project.plannedShipDate, dates, nowMs) : 'no date'
  return (
    <div className={`relative flex h-full gap-3 border-line border-b px-4 py-2.5 ${selected ? 'bg-primary-tint' : ''}`}>
      <span className="z-links">
        <Checkbox aria-label={`Select project #${project.projectNumber}`} checked={selected} onChange={onSelect} />
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

/** The list on narrow screens: three lines per project, and the whole row is a link. */
export function ProjectsList({ list, listKey }: { list: RowList<ListedProject>; listKey: string }) {
  const { data, selecting, selectRow } = list
  const rowPx = scaledRowPx()
  const { scroller, lines, totalPx } = useListWindow({
    layout: data.layout,
    rowPx,
    headPx: 0,
    active: -1,
    bulkOpen: selecting.count > 0,
    onSight: data.show,
    listKey,
  })
  return (
    <section ref={scroller} aria-label="Projects" className="min-h-0 grow overflow-auto bg-surface">
      <ul className="relative" style={{ height: totalPx }}>
        {lines.map((index) => {
          const project = data.rowAt(index)
          return (
            project && (
              <li key={project.projectId} className="absolute inset-x-0" style={{ height: rowPx, top: index * rowPx }}>
                <ListRow
                  project={project}
                  selected={selecting.isSelected(project)}
                  onSelect={() => selectRow(project, index, false)}
                />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
