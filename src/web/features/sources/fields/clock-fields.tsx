import type { ComponentProps } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { dayNames } from '../source-words.ts'

type ClockFieldsProps = {
  kind: 'hourly' | 'daily'
  /** The registered controls. */
  minuteField: Omit<ComponentProps<typeof NumberField>, 'label'>
  timeField: Omit<ComponentProps<typeof TextField>, 'label'>
  /** By weekday, from Monday = 0. */
  dayField: (index: number) => Omit<ComponentProps<typeof Checkbox>, 'label'>
  noDay: string | null
}

/** When something repeats by the clock. */
export function ClockFields({ kind, minuteField, timeField, dayField, noDay }: ClockFieldsProps) {
  if (kind === 'hourly') {
    return <NumberField label="Minute of the hour" min={0} max={59} step={1} required {...minuteField} />
  }
  return (
    <>
      <TextField type="time" label="Time" required {...timeField} />
      <fieldset>
        <legend className="mb-1 text-ink-2 text-label">Days</legend>
        <div className="flex flex-wrap gap-3">
          {dayNames.map((name, index) => (
            <Checkbox key={name} label={name} {...dayField(index)} />
          ))}
        </div>
        {noDay && (
          <p role="alert" className="mt-1 text-crit-text text-label">
            {noDay}
          </p>
        )}
      </fieldset>
    </>
  )
}
