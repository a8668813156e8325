import type { CSSProperties, ReactNode } from 'react'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { colorKeys } from '../gantt/bar-color.ts'
import { colorStyle } from '../gantt/bar-look.ts'
import { useGantt } from '../gantt-context.ts'
import type { ScheduleView } from '../model/time-scale.ts'

const Key = ({ look, style, children }: { look: string; style?: CSSProperties; children: ReactNode }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    <span className={look} style={style} />
    {children}
  </span>
)
const bar = 'h-2.5 w-5 rounded-part border'

interface GanttFooterProps {
  readonly view: ScheduleView
  readonly note: ReactNode
  /** Lists the unscheduled operations. */
  readonly onUnplaced: () => void
}

/** "5 open operations in 1 project scheduled, 0 unscheduled", and the legend of the shapes. */
export function GanttFooter({ view, note, onUnplaced }: GanttFooterProps) {
  const { model, look, baseline, proposed } = useGantt()
  const { placedOperations, placedProjects, unplacedOperations, awaitsMaterial, changeovers } = model
  const showsOdds = model.data.projects.p90Ms.some((ms) => ms > 0)
  const isColored = look.color !== 'status'
  const unscheduled = `${formatNumber(unplacedOperations)} unscheduled`
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line-2 border-t bg-canvas px-5 py-1.5 text-ink-2 text-label max-md:px-4">
      <span className="tabular-nums">
        {formatCount(placedOperations, 'open operation')} in {formatCount(placedProjects, 'project')} scheduled,{' '}
        {unplacedOperations > 0 ? (
          <button type="button" className="text-primary-text hover:underline" onClick={onUnplaced}>
            {unscheduled}
          </button>
        ) : (
          unscheduled
        )}
      </span>
      {note}
      <span className="ml-auto flex flex-wrap gap-x-2 gap-y-1 max-lg:hidden" aria-hidden="true">
        <Key look={`${bar} border-bar-done bg-bar-done`}>Done</Key>
        {isColored ? (
          colorKeys(model, look.color).map((key) => (
            <Key key={key.words} look={bar} style={colorStyle(key.color)}>
              {key.words}
            </Key>
          ))
        ) : (
          <>
            <Key look={`${bar} border-primary-line bg-[linear-gradient(90deg,var(--bar-prog)_50%,var(--bar)_50%)]`}>
              Running
            </Key>
            <Key look={`${bar} border-primary-line bg-bar`}>Planned</Key>
            <Key look={`${bar} border-crit-line bg-bar-late`}>Overdue or projected late</Key>
          </>
        )}
        {view === 'gantt' ? (
          <>
            {proposed.size > 0 && (
              <Key look={`${bar} border-primary border-dashed bg-primary-tint`}>After the change</Key>
            )}
            <Key look="size-2 rotate-45 border-[1.75px] border-ink-2">Ship date</Key>
            <Key look="w-5 border-ink-2 border-t border-dashed">Forecast</Key>
            {showsOdds && (
              <Key look="h-1 w-5 bg-ink-3" style={{ opacity: 0.6 }}>
                80 % range
              </Key>
            )}
            {look.forecast && <Key look="w-5 border-ok border-t-2">Slack</Key>}
            {baseline && <Key look="h-1 w-5 bg-ink-3">Before</Key>}
            {look.critical && <Key look={`${bar} border-ink border-2`}>Critical path</Key>}
          </>
        ) : (
          <>
            <Key look={`${bar} border-h3 bg-h3`}>Load of open hours</Key>
            <Key
              look={`${bar} border-transparent bg-[repeating-linear-gradient(135deg,var(--crit)_0_2px,transparent_2px_4px)]`}
            >
              Above capacity
            </Key>
          </>
        )}
        <Key look={`${bar} border-line-2 bg-off-time`}>Closed</Key>
        {changeovers.size > 0 && (
          <Key
            look={`${bar} border-line-2 bg-[repeating-linear-gradient(135deg,var(--ink-3)_0_1px,transparent_1px_4px)]`}
          >
            Changeover
          </Key>
        )}
        {awaitsMaterial && <Key look="size-2 bg-warn">Waits for material</Key>}
        <Key look="size-2.5 bg-warn [clip-path:polygon(50%_0,100%_100%,0_100%)]">Warning</Key>
      </span>
    </footer>
  )
}
