import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Pencil, Repeat, Trash2 } from 'lucide-react'
import type { Category } from '#contract/categories.ts'
import type { Holiday } from '#contract/holidays.ts'
import { holidayDates, ruleYears } from '#domain/holidays/holiday-rule.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import { deleteHolidayMutation } from '#web/api/holidays.mutations.ts'
import { WorkCentreMark } from '#web/components/project-marks/work-centre-mark.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { formatShipDate } from '#web/lib/format-date.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import { clockOfMinutes } from '../day-minutes.ts'

const heads = ['Holiday', 'Date', 'Closed', 'Applies to']
/** On a phone what differs from a whole day of everybody stands under the name. */
const phoneHidden = new Set(['Closed', 'Applies to'])

/** Holidays, what comes next first; those that come back with their next day and the rule. */
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
    .map((holiday) => {
      const days = holidayDates(holiday, lastYear)
      return { holiday, date: days.find((day) => day >= today) ?? days.at(-1) ?? holiday.date }
    })
    .toSorted((a, b) => Number(a.date < today) - Number(b.date < today) || a.date.localeCompare(b.date))
  const { first, more } = useFirstRows(rows)
  const part = ({ fromMinute, toMinute }: Holiday) => {
    if (fromMinute === null || toMinute === null) return 'Whole day'
    const from = clockOfMinutes(fromMinute, dates.timeFormat)
    return toMinute === 1_440 ? `From ${from}` : `${from} to ${clockOfMinutes(toMinute, dates.timeFormat)}`
  }
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
      <table className="w-full tabular-nums">
        <thead className="bg-sunken text-left text-ink-3 text-label">
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={classNames(
                  'h-8 whitespace-nowrap px-5 font-normal max-md:px-4',
                  phoneHidden.has(head) && 'max-md:hidden',
                )}
              >
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {first.map(({ holiday, date }) => {
            const centre = categories.find(({ categoryId }) => categoryId === holiday.categoryId)
            return (
              <tr key={holiday.holidayId} className="h-row border-line border-b hover:bg-hover">
                <th scope="row" className="px-5 text-left font-normal max-md:px-4">
                  {holiday.name}
                  {holiday.rule && (
                    <span className="flex items-center gap-1 text-ink-3 text-label">
                      <Repeat className="size-3" />
                      {ruleText(holiday.rule)}
                    </span>
                  )}
                  {(holiday.fromMinute !== null || centre) && (
                    <span className="block text-ink-3 text-label md:hidden">
                      {[part(holiday), ...(centre ? [centre.name] : [])].join(', ')}
                    </span>
                  )}
                </th>
                <td
                  className={
                    date < today
                      ? 'whitespace-nowrap px-5 text-ink-3 max-md:px-2'
                      : 'whitespace-nowrap px-5 max-md:px-2'
                  }
                >
                  {formatShipDate(`${date}T00:00:00Z`, { ...dates, zone: 'UTC' })}
                </td>
                <td className="whitespace-nowrap px-5 max-md:hidden">
                  <span className="flex items-center gap-1.5">
                    {holiday.fromMinute !== null && <Clock className="size-3.5 text-warn-text" />}
                    {part(holiday)}
                  </span>
                </td>
                <td className="px-5 text-ink-2 max-md:hidden">
                  {centre ? <WorkCentreMark color={centre.color}>{centre.name}</WorkCentreMark> : 'Organization'}
                </td>
                <td className="whitespace-nowrap pr-4 text-right">
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
                    busy={remove.isPending && remove.variables === holiday.holidayId}
                    onClick={() => askDelete(holiday)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {more}
      {dialog}
    </div>
  )
}
