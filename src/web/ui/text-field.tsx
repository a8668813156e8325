import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { type InputSize, inputClasses } from './input-classes.ts'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> &
  FieldProps & {
    size?: InputSize
    /** An icon at the left end of the box. */
    icon?: ReactNode
    /** Content at the right end of the box: a button, a unit, a key cap. */
    end?: ReactNode
  }

/** One line of text. Accepts all props of an input (including `ref` and those of a form library). */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, description, error, required, className, id, size = 'medium', icon, end, ...input } = props
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
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3">{icon}</span>
          )}
          <input type="text" {...input} {...aria} className={inputClasses(size, { icon: !!icon, end: !!end })} />
          {end && <span className="absolute inset-y-0 right-1 flex items-center text-ink-3">{end}</span>}
        </div>
      )}
    </Field>
  )
}
