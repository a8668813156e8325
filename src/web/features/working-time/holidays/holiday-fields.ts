import type { Category } from '#contract/categories.ts'
import type { Holiday } from '#contract/holidays.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { timeInputValue } from '../day-minutes.ts'

const time = (minute: number | null) => (minute === null ? 'The whole day' : timeInputValue(minute))

/** The fields of a holiday in the reader's words, for when two people changed it. */
export const holidayFields = (
  categories: readonly Category[],
  dateText: (date: string) => string,
): RecordField<Holiday>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  { key: 'date', label: 'Date', format: ({ date }) => dateText(date) },
  { key: 'rule', label: 'Repeats every year', format: ({ rule }) => (rule ? ruleText(rule) : 'No') },
  { key: 'fromMinute', label: 'Closed from', format: ({ fromMinute }) => time(fromMinute) },
  { key: 'toMinute', label: 'Closed to', format: ({ toMinute }) => time(toMinute) },
  {
    key: 'categoryId',
    label: 'Applies to',
    format: (holiday) =>
      categories.find(({ categoryId }) => categoryId === holiday.categoryId)?.name ?? 'The organization',
  },
]

/** What of a holiday is sent when it is saved. */
export const holidayInput = ({ name, date, rule, fromMinute, toMinute, categoryId }: Holiday) => ({
  ...{ name, date, rule, fromMinute, toMinute, categoryId },
})
