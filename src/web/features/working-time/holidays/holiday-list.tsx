import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Pencil, Repeat, Trash2 } from 'lucide-react'
import type { Category } from '#contract/categories.ts'
import type { Holiday } from '#contract/holidays.ts'
import { holidayDates, ruleYears } from '#domain/holidays/holiday-rule.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import { deleteHolidayMutation } from '#web/api/working-time/holidays.mutations.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { type DateSettings, formatDay } from '#web/lib/format-date.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { partOfDay } from './part-of-day.ts'

interface HolidayRow {
  holiday: Holiday
  /** The next date of the holiday, or its last one. */
  date: string
  isPast: boolean
  /** The work center that is closed; undefined for the organization. */
  center: Category | undefined
}

interface Scene {
  dates: DateSettings
  refusal: string | null
  /** The holiday that is being deleted. */
  deletedId: string | null
  onEdit: (holiday: Holiday) => void
  onDelete: (holiday: Holiday) => void
}

const { display } = listColumns<HolidayRow, Scene>()

/** On a phone, hours and work center are shown under the name unless the whole organization is closed all day. */
const columns: readonly ListColumn<HolidayRow, Scene>[] = [
  display({
    id: 'name',
    header: 'Holiday',
    meta: {
      namesRow: true,
      plain: ({ holiday, center }, { dates }) => (
        <>
          {holiday.name}
          {holiday.rule && (
            <span className="flex items-center gap-1 text-ink-3 text-label">
              <Repeat className="size-3" />
              {ruleText(holiday.rule)}
            </span>
          )}
          {(holiday.fromMinute !== null || center) && (
            <span className="block text-ink-3 text-label md:hidden">
              {[partOfDay(holiday, dates), ...(center ? [center.name] : [])].join(', ')}
            </span>
          )}
        </>
      ),
    },
  }),
  display({
    id: 'date',
    header: 'Date',
    meta: {
      classes: 'whitespace-nowrap',
      plain: ({ date, isPast }, { dates }) => ({
        className: isPast ? 'text-ink-3' : '',
        children: formatDay(date, dates),
      }),
    },
  }),
  display({
    id: 'closed',
    header: 'Closed',
    meta: {
      classes: 'whitespace-nowrap max-md:hidden',
      plain: ({ holiday }, { dates }) => (
        <span className="flex items-center gap-1.5">
          {holiday.fromMinute !== null && <Clock className="size-3.5 text-warn-text" />}
          {partOfDay(holiday, dates)}
        </span>
      ),
    },
  }),
  display({
    id: 'appliesTo',
    header: 'Applies to',
    meta: {
      classes: 'max-md:hidden',
      plain: ({ center }) => ({
        className: 'text-ink-2',
        children: center ? <WorkCenterMark color={center.color}>{center.name}</WorkCenterMark> : 'Organization',
      }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      classes: 'whitespace-nowrap',
      plain: ({ holiday }, { refusal, deletedId, onEdit, onDelete }) => (
        <>
          <IconButton
            size="small"
            label={`Edit ${holiday.name}`}
            icon={<Pencil />}
            disabledReason={refusal}
            onClick={() => onEdit(holiday)}
          />
          <IconButton
            size="small"
            label={`Delete ${holiday.name}`}
            icon={<Trash2 />}
            disabledReason={refusal}
            busy={deletedId === holiday.holidayId}
            onClick={() => onDelete(holiday)}
          />
        </>
      ),
    },
  }),
]

const idOf = ({ holiday }: HolidayRow) => holiday.holidayId

/** The holidays, the next one first. Yearly ones show their next date and the rule. */
export function HolidayList({
  holidays,
  categories,
  today,
  refusal,
  onEdit,
}: {
  holidays: readonly Holiday[]
  categories: readonly Category[]
  today: string
  refusal: string | null
  onEdit: (holiday: Holiday) => void
}) {
  const dates = useDateSettings()
  const remove = useMutation(deleteHolidayMutation(useQueryClient()))
  const { ask, dialog } = useConfirmChange()
  const lastYear = Number(today.slice(0, 4)) + ruleYears
  const rows = holidays
    .map((holiday): HolidayRow => {
      const days = holidayDates(holiday, lastYear)
      const date = days.find((day) => day >= today) ?? days.at(-1) ?? holiday.date
      const center = categories.find(({ categoryId }) => categoryId === holiday.categoryId)
      return { holiday, date, isPast: date < today, center }
    })
    .toSorted((a, b) => Number(a.isPast) - Number(b.isPast) || a.date.localeCompare(b.date))
  const table = useListTable({ columns, rows, idOf })
  const askDelete = ({ holidayId, name }: Holiday) =>
    ask({
      title: `Delete ${name}?`,
      confirmLabel: 'Delete',
      danger: true,
      change: { kind: 'holiday', holidayId, holiday: null },
      act: async () => {
        const answer: object = await remove.mutateAsync(holidayId)
        toast.success(`${name} deleted`, undoAction(answer))
      },
    })
  return (
    <div className="grow overflow-x-auto border-line-2 border-t bg-surface">
      <PlainList
        table={table}
        scene={{
          dates,
          refusal,
          deletedId: remove.isPending ? remove.variables : null,
          onEdit,
          onDelete: askDelete,
        }}
        printed={{ title: 'Holidays', one: 'holiday', filters: [] }}
      />
      {dialog}
    </div>
  )
}
