import { NumberField } from '#web/ui/number-field.tsx'

const rounded = (value: number): string => String(Math.round(value * 1e6) / 1e6)

interface DaysFieldProps {
  /** Hours as text, in the format of the form. */
  readonly value: string
  readonly onChange: (hours: string) => void
  readonly error: string | null
  readonly className?: string
}

/** The duration of outside work in calendar days, because a supplier's hours are not counted. */
export const DaysField = ({ value, onChange, ...field }: DaysFieldProps) => (
  <NumberField
    label="Duration"
    unit="days"
    min={0}
    description="calendar days outside"
    value={value.trim() === '' ? '' : rounded(Number(value) / 24)}
    onChange={({ target }) => onChange(target.value === '' ? '' : rounded(Number(target.value) * 24))}
    {...field}
  />
)
