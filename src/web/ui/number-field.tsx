import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { type InputSize, inputClasses } from './input-classes.ts'

export type NumberFieldProps = Omit<ComponentProps<'input'>, 'size' | 'type'> &
  FieldProps & {
    size?: InputSize
    /** The unit after the number, also read by screen readers: 'h', '%'. */
    unit?: string
  }

/** A number with its unit. Scrolling over it does not change it. */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, description, error, required, className, id, size = 'medium', unit, ...input } = props
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      description={description}
      error={error}
      required={required}
      className={className}
      id={id}
    >
      {(aria) => (
        <div className="relative">
          <input
            step="any"
            inputMode="decimal"
            onWheel={(event) => event.currentTarget.blur()}
            {...input}
            {...aria}
            type="number"
            className={classNames(inputClasses(size, { end: !!unit }), 'tabular-nums')}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-ink-3">
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
