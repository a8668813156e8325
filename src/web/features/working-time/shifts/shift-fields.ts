import type { Shift } from '#contract/shifts.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { workingMinutes } from './week-model.ts'

/** The fields of a shift pattern in words, for the conflict dialog. All weeks together are one field. */
export const shiftFields = (dateText: (date: string) => string): RecordField<Shift>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  {
    key: 'versions',
    label: 'Weeks',
    format: ({ versions }) =>
      versions
        .map((week) => {
          const from = week.effectiveFrom ? `from ${dateText(week.effectiveFrom)}: ` : ''
          return `${from}${formatCount(week.periods.length, 'period')}, ${formatHours(workingMinutes(week) / 60)} a week`
        })
        .join('\n'),
  },
]
