import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { type InputSize, inputClasses } from './input-classes.ts'

export type DateFieldProps = Omit<ComponentProps<'input'>, 'size' | 'type'> &
  FieldProps & {
    size?: InputSize
    /** Also ask for a time: the value is 'yyyy-MM-ddTHH:mm' instead of 'yyyy-MM-dd' (lib/date-input.ts translates). */
    withTime?: boolean
  }

const unfinishedMessage = 'This date is incomplete or does not exist.'

/**
 * For an incomplete or impossible date (02/30) the browser reports an empty field. So the field shows an error when it is
 * left, and prevents its form from being sent: nobody can clear a date by mistake.
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

/** A date, or a date and time, in the browser's own picker; 1900-01-01 to 2099-12-31 */
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
    withTime,
    ref,
    onBlur,
    ...input
  } = props
  const unfinished = useUnfinishedDate()
  useImperativeHandle(ref, () => unfinished.input.current as HTMLInputElement)
  const end = withTime ? 'T23:59' : ''
  const start = withTime ? 'T00:00' : ''
  return (
    <Field
      {...{ label, hideLabel, description, required, className, id }}
      error={unfinished.isUnfinished ? unfinishedMessage : error}
    >
      {(aria) => (
        <input
          min={`1900-01-01${start}`}
          max={`2099-12-31${end}`}
          {...input}
          {...aria}
          ref={unfinished.input}
          onBlur={(event) => {
            unfinished.look()
            onBlur?.(event)
          }}
          type={withTime ? 'datetime-local' : 'date'}
          className={classNames(inputClasses(size), 'tabular-nums')}
        />
      )}
    </Field>
  )
}
