import type { OperationListRow } from '#contract/operation-lists.ts'
import { type LineFocus, ring, useLineFocus } from '#web/components/data-list/use-line-focus.ts'
import { ProgressCell } from '#web/components/project-marks/progress-cell.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { CauseChip } from '../cause-chip.tsx'
import { OperationLink } from '../cells.tsx'
import { lateWords } from '../late-words.ts'
import { operationStateLooks } from '../operation-state-looks.ts'
import { RemedyButton } from '../remedy-button.tsx'
import { RowActions } from '../row-actions.tsx'
import { RowMarks } from '../row-marks.tsx'
import { SeverityMark } from '../severity-mark.tsx'
import { useTableScene } from '../table-scene.ts'

/** Height of a card, for virtual lists; its controls are bigger on a narrow screen. */
export const cardPx = 144
export const flatCardPx = 156

type OperationCardProps = LineFocus & {
  row: OperationListRow
  /** Its index among the rows, for selection by clicks. */
  offset: number
  selected: boolean
  onSelect: (row: OperationListRow, offset: number, extend: boolean) => void
  /** Without a border, for cards in one column on a narrow screen. */
  flat?: boolean
}

/** The actual end, or the forecast end if it is behind plan, or the planned end. */
const endWords = (row: OperationListRow, day: (instant: string) => string): string => {
  const { actualEndDate, scheduledEndDate, forecastEndDate, behindPlan } = row
  if (actualEndDate) return `done ${day(actualEndDate)}`
  if (!scheduledEndDate) return 'no scheduled end'
  return behindPlan && forecastEndDate ? `forecast ${day(forecastEndDate)}` : `end ${day(scheduledEndDate)}`
}

/** One operation as a card: how late it is, why, and what would help. */
export function OperationCard({ row, offset, selected, onSelect, flat, ...line }: OperationCardProps) {
  const { dates, nowMs } = useTableScene()
  const state = operationStateLooks[row.state]
  const focus = useLineFocus<HTMLElement>(line)
  return (
    <article
      {...focus}
      aria-label={`#${row.projectNumber} ${row.name}`}
      data-card={row.operationId}
      data-offset={offset}
      className={classNames(
        'relative flex h-full flex-col overflow-hidden py-2.5',
        // In one column a missing line leaves no gap; side by side, the lines of cards are aligned.
        flat ? 'justify-between border-line border-b px-4' : 'gap-1.5 rounded border border-line-2 px-3',
        selected ? 'bg-primary-tint' : 'bg-surface',
        ring,
        !flat && 'after:rounded',
      )}
    >
      <div className="flex items-center gap-2.5">
        <Checkbox
          aria-label={`Select ${row.name} of #${row.projectNumber}`}
          checked={selected}
          onChange={({ nativeEvent }) =>
            onSelect(row, offset, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
        <OperationLink row={row} className="grow font-semibold" />
        {row.severity ? <SeverityMark severity={row.severity} /> : <Mark kind={state.kind}>{state.word}</Mark>}
      </div>
      <div className="flex items-center justify-between gap-3 text-ink-2 text-label">
        <span className="truncate">
          <span className="whitespace-nowrap tabular-nums">#{row.projectNumber}</span> {row.projectName}
        </span>
        <b className="shrink-0 text-ink tabular-nums">{lateWords(row)}</b>
      </div>
      <div className="flex items-center justify-between gap-3 text-ink-2 text-label">
        <span className="flex min-w-0 items-center gap-1.5 tabular-nums">
          <WorkCenterMark color={row.categoryColor ?? undefined}>{row.categoryName ?? 'No work center'}</WorkCenterMark>
          <span className="whitespace-nowrap">
            · {endWords(row, (end) => formatShipDate(dayOfEnd(end), dates, nowMs))}
            {row.idleSince && ` · not worked on since ${formatShipDate(row.idleSince, dates, nowMs)}`}
          </span>
        </span>
        <span className="w-20 shrink-0">
          <ProgressCell percent={row.progressPercentage} name={row.name} />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 empty:hidden">
        {row.cause.code !== 'none' && <CauseChip cause={row.cause} />}
        <RowMarks row={row} />
      </div>
      <div className={`flex items-center justify-between gap-2 ${flat ? '' : 'mt-auto'}`}>
        <span className="flex min-w-0">
          <RemedyButton row={row} />
        </span>
        <RowActions row={row} />
      </div>
    </article>
  )
}
