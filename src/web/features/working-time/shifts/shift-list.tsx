import { Plus } from 'lucide-react'
import type { Shift } from '#contract/shifts.ts'
import { weekdayNames } from '#domain/holidays/rule-text.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { ImportButton } from '../import-settings.tsx'
import { currentVersion } from './current-version.ts'
import { dayMinutes, type Week, workingMinutes } from './week-model.ts'

/** 'Mon to Fri, Sun, overnight' */
const daysText = ({ periods }: Week): string => {
  const open = [1, 2, 3, 4, 5, 6, 7].filter((day) => periods.some(({ weekday }) => weekday === day))
  const runs: number[][] = []
  for (const day of open) {
    const last = runs.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  const name = (day: number | undefined) => weekdayNames[(day ?? 1) - 1]?.slice(0, 3)
  const parts = runs.map((run) => (run.length > 1 ? `${name(run[0])} to ${name(run.at(-1))}` : `${name(run[0])}`))
  const nights = periods.some(({ toMinute }) => toMinute > dayMinutes) ? ['overnight'] : []
  return [...parts, ...nights].join(', ') || 'never open'
}

interface PrintScene {
  defaultShiftId: string | null
  today: string
}

const columns: readonly ListColumn<Shift, PrintScene>[] = [
  { id: 'name', header: 'Pattern', meta: { plain: ({ name }) => name } },
  {
    id: 'days',
    header: 'Days',
    meta: { plain: ({ versions }, { today }) => daysText(currentVersion(versions, today)) },
  },
  {
    id: 'hours',
    header: 'Hours a week',
    meta: {
      end: true,
      plain: ({ versions }, { today }) => formatHours(workingMinutes(currentVersion(versions, today)) / 60),
    },
  },
  {
    id: 'default',
    header: 'Organization default',
    meta: { plain: ({ shiftId }, { defaultShiftId }) => (shiftId === defaultShiftId ? 'Yes' : '') },
  },
]

const idOf = ({ shiftId }: Shift) => shiftId

/** The patterns with their weekly hours. The editor beside the list shows the selected one. */
export function ShiftList({
  shifts,
  defaultShiftId,
  today,
  selectedId,
  refusal,
  onSelect,
}: {
  shifts: readonly Shift[]
  defaultShiftId: string | null
  today: string
  /** 'new' for a pattern that is not saved yet. */
  selectedId: string
  refusal: string | null
  onSelect: (id: string) => void
}) {
  return (
    <nav
      aria-label="Patterns"
      className="flex shrink-0 flex-col gap-1 border-line-2 border-r p-2 max-lg:border-r-0 max-lg:border-b lg:w-60"
    >
      {shifts.map((shift) => {
        const week = currentVersion(shift.versions, today)
        return (
          <button
            key={shift.shiftId}
            type="button"
            aria-current={shift.shiftId === selectedId ? 'true' : undefined}
            className={classNames(
              'rounded border px-3 py-2 text-left hover:bg-hover',
              shift.shiftId === selectedId ? 'border-line-2 bg-surface shadow-1' : 'border-transparent',
            )}
            onClick={() => onSelect(shift.shiftId)}
          >
            <span className="flex justify-between gap-2">
              <span className={classNames('truncate', shift.shiftId === selectedId && 'font-semibold')}>
                {shift.name}
              </span>
              <span className="shrink-0 text-ink-2 tabular-nums">{formatHours(workingMinutes(week) / 60)}</span>
            </span>
            <span className="block text-ink-3 text-label">
              {daysText(week)}
              {shift.shiftId === defaultShiftId && ' · organization default'}
            </span>
          </button>
        )
      })}
      <Button
        variant="ghost"
        className="justify-start"
        icon={<Plus />}
        pressed={selectedId === 'new'}
        disabledReason={refusal}
        onClick={() => onSelect('new')}
      >
        New pattern
      </Button>
      <ImportButton kind="shifts" inList />
      <RowsPrint
        columns={columns}
        idOf={idOf}
        title="Shift patterns"
        one="pattern"
        rows={shifts}
        filters={[]}
        scene={{ defaultShiftId, today }}
      />
    </nav>
  )
}
