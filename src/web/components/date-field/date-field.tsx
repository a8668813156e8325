import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { type InputSize, inputClasses } from '#web/ui/input-classes.ts'
import { DateInput, type DateInputProps } from './date-input.tsx'

export type DateFieldProps = Omit<DateInputProps, 'focusAfter' | 'onChosen'> & FieldProps & { size?: InputSize }

const unfinishedMessage = 'This date is incomplete or does not exist.'

/**
 * For an incomplete or impossible date (02/30) the browser reports an empty field. So the field shows an error on blur
 * and prevents its form from being sent, and a date cannot be cleared by mistake.
 */
function useUnfinishedDate() {
  const input = useRef<HTMLInputElement>(null)
  const [isUnfinished, setUnfinished] = useState(false)
  const look = () => setUnfinished(input.current?.validity.badInput ?? false)
  useEffect(() => {
    const form = input.current?.form
    const stop = (event: Event) => {
      if (!input.current?.validity.badInput) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setUnfinished(true)
      input.current.focus()
    }
    form?.addEventListener('submit', stop, true)
    return () => form?.removeEventListener('submit', stop, true)
  }, [])
  return { input, isUnfinished, look }
}

/** A date, or a date and time, as a form field. */
export function DateField(props: DateFieldProps) {
  const {
    label,
    hideLabel,
    description,
    error,
    required,
    className,
    id,
    size = 'medium',
    ref,
    onBlur,
    ...input
  } = props
  const unfinished = useUnfinishedDate()
  useImperativeHandle(ref, () => unfinished.input.current as HTMLInputElement)
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      description={description}
      required={required}
      className={className}
      id={id}
      error={unfinished.isUnfinished ? unfinishedMessage : error}
    >
      {(aria) => (
        <DateInput
          {...input}
          {...aria}
          ref={unfinished.input}
          onBlur={(event) => {
            unfinished.look()
            onBlur?.(event)
          }}
          onChosen={unfinished.look}
          className={inputClasses(size, { end: true })}
        />
      )}
    </Field>
  )
}
