import { useState } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { limits } from '#contract/vocabulary.ts'
import type { PlainCell } from '#web/components/data-list/list-table.ts'
import { DateInput } from '#web/components/date-field/date-input.tsx'
import { useCenterChoices } from '#web/components/operation-form/use-center-choices.ts'
import { plainDash, plainFigure, WorkCenterCell } from '#web/components/operation-table/cells.tsx'
import { type TableScene, useTableScene } from '#web/components/operation-table/table-scene.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDuration, formatDurationColumn } from '#web/lib/format-hours.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { useFieldsRefusal } from '#web/stores/operation-refusal.ts'
import { inputClasses } from '#web/ui/input-classes.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { BareSelect } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { EditableCell } from './editable-cell.tsx'
import { movedDates } from './moved-dates.ts'

type CellProps = { row: OperationListRow }
const box = `${inputClasses('small')} h-7! px-1.5! tabular-nums`

export function DurationCell({ row }: CellProps) {
  const { change } = useTableScene()
  const outside = row.categoryOutside
  const unitHours = outside ? 24 : 1
  const commit = (typed: string) => {
    const durationHours = Number(typed) * unitHours
    if (typed.trim() === '' || !(durationHours >= 0 && durationHours <= limits.maxDurationHours)) {
      toast.error(`Enter the ${outside ? 'days outside' : 'working hours'} as a number, such as 7.5`)
      return false
    }
    return change(row, { durationHours }, `Duration of ${row.name}: ${formatDuration(durationHours, outside)}`)
  }
  return (
    <EditableCell
      label={`Duration of ${row.name}`}
      refusal={useFieldsRefusal(row, 'durationHours')}
      text={formatDuration(row.durationHours, outside)}
      end
      onCommit={commit}
      field={(wiring) => (
        <input
          {...wiring}
          aria-label={`Duration of ${row.name}, ${outside ? 'days' : 'hours'}`}
          inputMode="decimal"
          defaultValue={row.durationHours / unitHours}
          className={`${box} text-right`}
        />
      )}
    >
      {formatDurationColumn(row.durationHours, outside)}
    </EditableCell>
  )
}

/** The progress in the cell, with or without the button around it. */
const progressText = ({ name, progressPercentage }: OperationListRow) => (
  <>
    <ProgressBar percent={progressPercentage} label={`Progress of ${name}`} className="min-w-14 max-w-14" />
    {formatProgress(progressPercentage)}
  </>
)
const progressBox = 'w-26 justify-between tabular-nums'

export const plainProgress = (row: OperationListRow): PlainCell => ({
  className: `pr-0! ${progressBox}`,
  children: progressText(row),
})

export function ProgressEditCell({ row }: CellProps) {
  const { change } = useTableScene()
  const commit = (typed: string) => {
    const progressPercentage = Number(typed)
    if (typed.trim() === '' || !(progressPercentage >= 0 && progressPercentage <= 100)) {
      toast.error('Progress must be between 0 and 100')
      return false
    }
    return change(row, { progressPercentage }, `Progress of ${row.name}: ${formatProgress(progressPercentage)}`)
  }
  const percent = formatProgress(row.progressPercentage)
  return (
    <EditableCell
      label={`Progress of ${row.name}`}
      refusal={useFieldsRefusal(row, 'progressPercentage')}
      text={percent}
      onCommit={commit}
      field={(wiring) => (
        <input
          {...wiring}
          aria-label={`Progress of ${row.name}, percent`}
          inputMode="numeric"
          defaultValue={Math.round(row.progressPercentage)}
          className={box}
        />
      )}
    >
      <span className={`flex items-center ${progressBox}`}>{progressText(row)}</span>
    </EditableCell>
  )
}

type Edge = 'start' | 'end'

const instantOf = (row: OperationListRow, edge: Edge) =>
  edge === 'start' ? row.scheduledStartDate : row.scheduledEndDate

/** Planned start or end, not editable. */
export const plainDate =
  (edge: Edge) =>
  (row: OperationListRow, { dates, nowMs }: TableScene): PlainCell => {
    const instant = instantOf(row, edge)
    return instant === null ? plainDash : plainFigure(formatShortDateTime(instant, dates, nowMs))
  }

/** Planned start or end. A new start moves the whole operation; a new end makes it longer or shorter. */
export function DateCell({ row, edge }: CellProps & { edge: Edge }) {
  const { change, dates, nowMs } = useTableScene()
  const instant = instantOf(row, edge)
  const word = edge === 'start' ? 'Start' : 'End'
  const commit = (typed: string) => {
    const at = instantFromInput(typed, dates.zone)
    const moved = at && movedDates(row, edge, at)
    if (!moved) {
      toast.error(at ? 'It would end before it starts' : 'Enter a date and a time')
      return false
    }
    return change(row, moved, `${word} of ${row.name}: ${formatShortDateTime(at, dates, nowMs)}`)
  }
  return (
    <EditableCell
      label={`${word} of ${row.name}`}
      refusal={useFieldsRefusal(row, 'scheduledStartDate')}
      text={instant === null ? 'not scheduled' : formatShortDateTime(instant, dates, nowMs)}
      onCommit={commit}
      field={(wiring) => (
        <DateInput
          {...wiring}
          withTime
          aria-label={`${word} of ${row.name}`}
          aria-required
          focusAfter="input"
          defaultValue={dateTimeInputValue(instant, dates.zone)}
          className={`${inputClasses('small', { end: true })} h-7! text-label!`}
        />
      )}
    >
      <span className={instant === null ? 'text-ink-3' : 'truncate'}>{formatShortDateTime(instant, dates, nowMs)}</span>
    </EditableCell>
  )
}

/**
 * The work center as an editable choice, with an invisible native select over the text. Its options are rendered only
 * when the reader is about to open it, because hundreds of options in every row would outweigh the rest of the page.
 */
export function WorkCenterEditCell({ row }: CellProps) {
  const { change, categories } = useTableScene()
  const [meant, setMeant] = useState(false)
  const { options, mayBeNone } = useCenterChoices(categories, row.categoryId ?? '')
  const refusal = useFieldsRefusal(row, 'categoryId')
  const choices = meant && refusal === null ? options : options.filter(({ value }) => value === row.categoryId)
  const mean = () => setMeant(true)
  return (
    <span className="relative -mx-1.5 flex h-6 min-w-0 items-center rounded-inner px-1.5 hover:bg-press has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <WorkCenterCell row={row} />
      <Tooltip content={refusal}>
        <BareSelect
          aria-label={`Work center of ${row.name}`}
          aria-disabled={refusal !== null || undefined}
          value={row.categoryId ?? ''}
          className={`absolute inset-0 opacity-0 ${refusal === null ? 'cursor-pointer' : 'cursor-not-allowed'}`}
          onPointerDown={mean}
          onMouseDown={(event) => refusal !== null && event.preventDefault()}
          onFocus={mean}
          onBlur={() => setMeant(false)}
          onChange={({ target }) => {
            const words = target.selectedOptions[0]?.textContent ?? ''
            void change(row, { categoryId: target.value || null }, `Work center of ${row.name}: ${words}`)
          }}
        >
          {(row.categoryId === null || (meant && refusal === null && mayBeNone)) && (
            <option value="">No work center</option>
          )}
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </BareSelect>
      </Tooltip>
    </span>
  )
}

/** lucide's CirclePause as one path instead of three shapes, because every row can have it. */
const HoldIcon = () => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="size-3.5 shrink-0"
  >
    <path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M10 15V9m4 6V9" />
  </svg>
)

/** The hold of a row before the reader is about to change it. */
export const plainHold = ({ onHold }: OperationListRow): PlainCell => ({
  className: 'gap-1 text-hold-text',
  children: onHold && (
    <>
      <HoldIcon />
      On hold
    </>
  ),
})

export function HoldCell({ row }: CellProps) {
  const { change } = useTableScene()
  const { onHold, name } = row
  const refusal = useFieldsRefusal(row, 'onHold')
  const toggle = () => change(row, { onHold: !onHold }, onHold ? `${name} released` : `${name} put on hold`)
  return (
    <Tooltip content={refusal}>
      <button
        type="button"
        role="switch"
        aria-checked={onHold}
        aria-label={`Hold ${name}`}
        aria-disabled={refusal !== null || undefined}
        className={classNames(
          '-mx-1.5 flex h-6 items-center gap-1 rounded-inner px-1.5',
          onHold ? 'text-hold-text' : 'text-ink-3',
          refusal === null ? 'hover:bg-press' : 'cursor-not-allowed',
        )}
        onClick={() => refusal === null && void toggle()}
      >
        <HoldIcon />
        {onHold ? 'On hold' : 'Hold'}
      </button>
    </Tooltip>
  )
}
