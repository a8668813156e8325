import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import type { InputSize } from './input-classes.ts'
import { Select } from './select.tsx'

type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'size'> &
  FieldProps & {
    size?: InputSize
    /** Alternatively pass `<option>` and `<optgroup>` as children. */
    options?: readonly SelectOption[]
    /** The empty first option: 'No category'. */
    placeholder?: string
  }

/** One choice from a list, as a native select. */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel, description, error, required, className, id, size = 'medium', ...others } = props
  const { options, placeholder, children, ...select } = others
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
        <Select {...select} {...aria} size={size}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
          {children}
        </Select>
      )}
    </Field>
  )
}
