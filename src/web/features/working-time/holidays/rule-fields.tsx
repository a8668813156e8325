import type { HolidayRule } from '#contract/holiday-rules.ts'
import { monthNames, weekdayNames } from '#domain/holidays/rule-text.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

type Kind = HolidayRule['kind']
type Observed = Extract<HolidayRule, { kind: 'date' }>['observed']
type Nth = Extract<HolidayRule, { kind: 'weekday' }>['nth']

const kinds: { value: Kind; label: string }[] = [
  { value: 'date', label: 'On a date, such as July 4' },
  { value: 'weekday', label: 'On a weekday, such as the fourth Thursday of November' },
  { value: 'easter', label: 'Relative to Easter, such as Easter Monday' },
]
const months = monthNames.map((label, index) => ({ value: String(index + 1), label }))
const weekdays = weekdayNames.map((label, index) => ({ value: String(index + 1), label }))
const nths = ['First', 'Second', 'Third', 'Fourth'].map((label, index) => ({ value: String(index + 1), label }))
const observedChoices: { value: Observed; label: string }[] = [
  { value: 'asIs', label: 'Stays on that day' },
  { value: 'nearestWeekday', label: 'Moves to the nearest weekday' },
  { value: 'nextMonday', label: 'Moves to the following Monday' },
]

/** The default rule for a holiday that becomes yearly, derived from its date. */
export const ruleLike = (kind: Kind, date: string): HolidayRule => {
  const [month, day] = [Number(date.slice(5, 7)) || 1, Number(date.slice(8, 10)) || 1]
  const weekday = new Date(`${date || '2026-01-01'}T00:00:00Z`).getUTCDay() || 7
  if (kind === 'weekday') return { kind, month, weekday, nth: Math.min(4, Math.ceil(day / 7)) as Nth }
  return kind === 'easter' ? { kind, offsetDays: 1 } : { kind, month, day, observed: 'asIs' }
}

/** The rule by which a holiday recurs every year. */
export function RuleFields({
  rule,
  date,
  onRule,
}: {
  rule: HolidayRule
  date: string
  onRule: (rule: HolidayRule) => void
}) {
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      <SelectField
        label="Every year"
        className="sm:col-span-2"
        options={kinds}
        value={rule.kind}
        onChange={(event) => onRule(ruleLike(event.target.value as Kind, date))}
      />
      {rule.kind === 'weekday' && (
        <>
          <SelectField
            label="Which"
            options={[...nths, { value: '-1', label: 'Last' }]}
            value={String(rule.nth)}
            onChange={(event) => onRule({ ...rule, nth: Number(event.target.value) as Nth })}
          />
          <SelectField
            label="Weekday"
            options={weekdays}
            value={String(rule.weekday)}
            onChange={(event) => onRule({ ...rule, weekday: Number(event.target.value) })}
          />
        </>
      )}
      {rule.kind === 'date' && (
        <NumberField
          label="Day"
          min={1}
          max={31}
          step={1}
          value={rule.day}
          onChange={(event) => onRule({ ...rule, day: Math.round(Number(event.target.value)) })}
        />
      )}
      {rule.kind !== 'easter' && (
        <SelectField
          label="Month"
          options={months}
          value={String(rule.month)}
          onChange={(event) => onRule({ ...rule, month: Number(event.target.value) })}
        />
      )}
      {rule.kind === 'date' && (
        <SelectField
          label="On a weekend it"
          className="sm:col-span-2"
          options={observedChoices}
          value={rule.observed}
          onChange={(event) => onRule({ ...rule, observed: event.target.value as Observed })}
        />
      )}
      {rule.kind === 'easter' && (
        <NumberField
          label="Days after Easter Sunday"
          description="Negative: before it. Good Friday is -2."
          min={-100}
          max={100}
          step={1}
          value={rule.offsetDays}
          onChange={(event) => onRule({ ...rule, offsetDays: Math.round(Number(event.target.value)) })}
        />
      )}
    </div>
  )
}
