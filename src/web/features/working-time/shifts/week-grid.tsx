import { MoreHorizontal, Plus } from 'lucide-react'
import { weekdayNames } from '#domain/holidays/rule-text.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import type { TimeFormat } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Leftover, PeriodBlock } from './period-block.tsx'
import { useTrackDrag } from './use-track-drag.ts'
import {
  changePeriod,
  closeDay,
  copyDay,
  dayMinutes,
  freePeriod,
  removePeriod,
  type Week,
  workingMinutes,
} from './week-model.ts'

const hours = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
const hourText = (hour: number, timeFormat: TimeFormat): string => {
  if (timeFormat === '24h') return `${hour}`
  return hour % 12 === 0 ? `12 ${hour === 0 ? 'AM' : 'PM'}` : `${hour % 12}`
}
const columns = 'grid grid-cols-[6rem_minmax(30rem,1fr)_8.5rem]'

export interface WeekGridProps {
  readonly week: Week
  readonly selected: number | null
  readonly refusal: string | null
  readonly timeFormat: TimeFormat
  readonly onWeek: (week: Week) => void
  readonly onSelect: (index: number | null) => void
  readonly onEdit: () => void
}

type DayProps = WeekGridProps & { readonly weekday: number }

function DayRow(props: DayProps) {
  const { weekday, week, selected, refusal, timeFormat, onWeek, onSelect, onEdit } = props
  const track = useTrackDrag({ weekday, week, readOnly: refusal !== null, onWeek, onSelect })
  const own = week.periods.flatMap((period, index) => (period.weekday === weekday ? [{ period, index }] : []))
  const before = ((weekday + 5) % 7) + 1
  const left = week.periods.filter((period) => period.weekday === before).map(({ toMinute }) => toMinute - dayMinutes)
  const leftover = Math.max(0, ...left)
  return (
    <div className={`${columns} h-15 border-line border-t`}>
      <div className="sticky left-0 z-sticky flex flex-col justify-center border-line border-r bg-surface px-3">
        <span>{weekdayNames[weekday - 1]}</span>
        <span className="text-ink-3 text-label">{own.length > 0 ? formatCount(own.length, 'period') : 'closed'}</span>
      </div>
      <div
        {...track}
        className="relative overflow-hidden"
        style={{ background: 'repeating-linear-gradient(90deg, var(--line) 0 1px, transparent 1px calc(100% / 12))' }}
      >
        {leftover > 0 && <Leftover minutes={leftover} />}
        {own.length === 0 && leftover === 0 && (
          <span className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-ink-3 text-label">
            {refusal === null ? 'No shift. Drag across the hours to add one.' : 'No shift.'}
          </span>
        )}
        {own.map(({ period, index }) => (
          <PeriodBlock
            key={index}
            week={week}
            index={index}
            period={period}
            timeFormat={timeFormat}
            onEdit={onEdit}
            readOnly={refusal !== null}
            selected={selected === index}
            onSelect={() => onSelect(index)}
            onChange={(next) => onWeek(changePeriod(week, index, next))}
            onRemove={() => {
              onWeek(removePeriod(week, index))
              onSelect(null)
            }}
          />
        ))}
      </div>
      <DayActions {...props} />
    </div>
  )
}

/** The working hours of a day, and the buttons that change the whole day. */
function DayActions({ weekday, week, refusal, onWeek, onSelect }: DayProps) {
  const day = weekdayNames[weekday - 1] ?? ''
  const closed = week.periods.every((period) => period.weekday !== weekday)
  const add = () => {
    onWeek({ ...week, periods: [...week.periods, freePeriod(week, weekday)] })
    onSelect(week.periods.length)
  }
  const replace = (next: Week) => {
    onWeek(next)
    onSelect(null)
  }
  const copyTo = (days: readonly number[]) => {
    const others = days.filter((other) => other !== weekday)
    replace(copyDay(week, weekday, others))
  }
  return (
    <div className="flex items-center justify-end gap-1 border-line border-l px-1.5">
      <span className="mr-auto pl-2 tabular-nums">{formatHours(workingMinutes(week, weekday) / 60)}</span>
      <IconButton
        size="small"
        label={`Add a period on ${day}`}
        icon={<Plus />}
        disabledReason={refusal}
        onClick={add}
      />
      <Menu
        label={`${day}: more`}
        trigger={<IconButton size="small" label={`${day}: more`} icon={<MoreHorizontal />} />}
      >
        <MenuItem disabledReason={refusal} onSelect={() => copyTo([1, 2, 3, 4, 5])}>
          Copy to weekdays
        </MenuItem>
        <MenuItem disabledReason={refusal} onSelect={() => copyTo([1, 2, 3, 4, 5, 6, 7])}>
          Copy to every day
        </MenuItem>
        <MenuItem
          danger
          disabledReason={refusal ?? (closed ? 'already closed' : null)}
          onSelect={() => replace(closeDay(week, weekday))}
        >
          Close the day
        </MenuItem>
      </Menu>
    </div>
  )
}

/** The week as seven tracks of 24 hours, edited by mouse or by keyboard, from the organization's first day of the week. */
export function WeekGrid(props: WeekGridProps) {
  const first = useWeekStartsOn()
  const days = Array.from({ length: 7 }, (_, day) => ((first - 1 + day) % 7) + 1)
  return (
    <div className="overflow-x-auto rounded border border-line-2 bg-surface">
      <div className="min-w-fit">
        <div className={`${columns} h-7 items-center rounded-t bg-sunken text-ink-3 text-label`}>
          <span />
          <div className="grid grid-cols-12">
            {hours.map((hour) => (
              <span key={hour} className="pl-1">
                {hourText(hour, props.timeFormat)}
              </span>
            ))}
          </div>
          <span className="pl-3">Working</span>
        </div>
        {days.map((weekday) => (
          <DayRow key={weekday} {...props} weekday={weekday} />
        ))}
      </div>
    </div>
  )
}
