import type { Category } from '#contract/categories.ts'
import { preprocess } from '#contract/fields.ts'
import { type Holiday, HolidayInput } from '#contract/holidays.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { minutesFromInput, timeInputValue } from '#web/lib/day-minutes.ts'

const time = (minute: number | null) => (minute === null ? 'The whole day' : timeInputValue(minute))

/** The fields of a holiday in words, for the conflict dialog. */
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

/** The values of the controls of a holiday: times in the format of `<input type="time">`, '' for no work center. */
export type HolidayValues = Pick<Holiday, 'name' | 'date' | 'rule'> & {
  isPart: boolean
  fromMinute: string
  toMinute: string
  categoryId: string
}

/** The form values of a holiday; null for a new one. */
export const holidayValues = (holiday: Holiday | null): HolidayValues => ({
  name: holiday?.name ?? '',
  date: holiday?.date ?? '',
  rule: holiday?.rule ?? null,
  isPart: (holiday?.fromMinute ?? null) !== null,
  fromMinute: timeInputValue(holiday?.fromMinute ?? 720),
  toMinute: timeInputValue(holiday?.toMinute ?? 0),
  categoryId: holiday?.categoryId ?? '',
})

/** Converts the values of the controls for the contract. A yearly holiday without a first date starts `today`. */
export const holidayFromValues = (values: HolidayValues, today: string) => {
  const { name, date, rule, isPart, fromMinute, toMinute, categoryId } = values
  const endMinute = minutesFromInput(toMinute)
  return {
    name: name.trim(),
    date: date || (rule ? today : ''),
    rule,
    fromMinute: isPart ? minutesFromInput(fromMinute) : null,
    // An end at midnight means the end of the day.
    toMinute: isPart ? (endMinute === 0 ? 1_440 : endMinute) : null,
    categoryId: categoryId || null,
  }
}

/** The schema of the contract, applied to the values of the controls. */
export const holidaySchema = (today: string) =>
  preprocess((values: HolidayValues) => holidayFromValues(values, today), HolidayInput)

/** The fields that are sent to save a holiday. */
export const holidayInput = ({ name, date, rule, fromMinute, toMinute, categoryId }: Holiday) => ({
  name,
  date,
  rule,
  fromMinute,
  toMinute,
  categoryId,
})
