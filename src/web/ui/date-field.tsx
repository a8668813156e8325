import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { type InputSize, inputClasses } from './input-classes.ts'

export type DateFieldProps = Omit<ComponentProps<'input'>, 'size' | 'type'> &
  FieldProps & {
    size?: InputSize
    /** Ask for a time too: the value is 'yyyy-MM-ddTHH:mm' instead of 'yyyy-MM-dd' (lib/date-input.ts translates). */
    withTime?: boolean
  }

/** A date, or a date and time, in the browser's own picker; 1900-01-01 to 2099-12-31 (specification 5). */
export function DateField(props: DateFieldProps) {
  const { label, hideLabel, description, error, required, className, id, size = 'medium', withTime, ...input } = props
  const end = withTime ? 'T23:59' : ''
  const start = withTime ? 'T00:00' : ''
  return (
    <Field {...{ label, hideLabel, description, error, required, className, id }}>
      {(aria) => (
        <input
          min={`1900-01-01${start}`}
          max={`2099-12-31${end}`}
          {...input}
          {...aria}
          type={withTime ? 'datetime-local' : 'date'}
          className={classNames(inputClasses(size), 'tabular-nums')}
        />
      )}
    </Field>
  )
}
