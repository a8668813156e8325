import { CalendarMinus, CalendarPlus } from 'lucide-react'
import type { ShiftVersion } from '#contract/shifts.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

interface VersionBarProps {
  readonly versions: readonly ShiftVersion[]
  readonly index: number
  readonly today: string
  readonly refusal: string | null
  readonly dateText: (date: string) => string
  readonly onVersions: (versions: ShiftVersion[], index: number) => void
}

/** Selects the week to edit, and the date from which it is valid. */
export function VersionBar({ versions, index, today, refusal, dateText, onVersions }: VersionBarProps) {
  const version = versions[index]
  if (!version) return null
  const used = new Set(versions.map(({ effectiveFrom }) => effectiveFrom))
  const addWeek = () => {
    let date = addDays(today, 7)
    while (used.has(date)) date = addDays(date, 1)
    onVersions([...versions, { ...structuredClone(version), effectiveFrom: date }], versions.length)
  }
  const set = (effectiveFrom: string | null) =>
    onVersions(
      versions.map((other, at) => (at === index ? { ...other, effectiveFrom } : other)),
      index,
    )
  const duplicate = versions.some((other, at) => at !== index && other.effectiveFrom === version.effectiveFrom)
  return (
    <div className="flex flex-wrap items-end gap-3">
      {versions.length > 1 && (
        <SelectField
          label="Week"
          className="w-44"
          value={String(index)}
          options={versions.map(({ effectiveFrom }, at) => ({
            value: String(at),
            label: effectiveFrom === null ? 'From the beginning' : `From ${dateText(effectiveFrom)}`,
          }))}
          onChange={(event) => onVersions([...versions], Number(event.target.value))}
        />
      )}
      <DateField
        label="Effective from"
        className="w-40"
        readOnly={refusal !== null}
        value={version.effectiveFrom ?? ''}
        error={duplicate ? 'A different week already starts that day' : null}
        onChange={(event) => set(event.target.value || null)}
      />
      <Button icon={<CalendarPlus />} disabledReason={refusal} onClick={addWeek}>
        New week
      </Button>
      {versions.length > 1 && (
        <IconButton
          label="Remove this week"
          icon={<CalendarMinus />}
          disabledReason={refusal}
          onClick={() =>
            onVersions(
              versions.filter((_, at) => at !== index),
              0,
            )
          }
        />
      )}
    </div>
  )
}
