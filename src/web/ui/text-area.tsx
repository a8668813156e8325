import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { inputBox } from './input-classes.ts'

export type TextAreaProps = ComponentProps<'textarea'> & FieldProps

/** Several lines of text; it grows with its content from `rows` (3) to twelve lines. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, description, error, required, className, id, rows = 3, ...area } = props
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
        <textarea
          {...area}
          {...aria}
          rows={rows}
          className={classNames(inputBox, 'field-sizing-content max-h-62 min-h-16 resize-y px-2.5 py-1.5 text-body')}
        />
      )}
    </Field>
  )
}
