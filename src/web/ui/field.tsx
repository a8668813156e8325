import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { LateIcon } from './icons/state-icons.tsx'

export type FieldProps = {
  label: string
  /** Hides the label visually; screen readers still read it (tables, toolbars). */
  hideLabel?: boolean
  /** One line of help below the control. */
  description?: ReactNode
  /** The error as a sentence; it marks the field as invalid. */
  error?: string | null
  required?: boolean
  className?: string
}

/** Props for the control inside a field. */
type FieldAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

type FieldLayoutProps = FieldProps & { id?: string; children: (aria: FieldAria) => ReactNode }

/** Label above, control, help and error below, connected for screen readers. */
export function Field({ label, hideLabel, description, error, required, className, id, children }: FieldLayoutProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const helpId = `${controlId}-help`
  const errorId = `${controlId}-error`
  const describedBy = classNames(error && errorId, description != null && helpId)
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'w-fit text-ink-2 text-label'}>
        {label}
        {required && !hideLabel && (
          <span aria-hidden="true" className="text-crit-text">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p id={errorId} role="alert" className="flex items-start gap-1 whitespace-pre-line text-crit-text text-label">
          <LateIcon className="mt-0.5 size-3 shrink-0" />
          {error}
        </p>
      )}
      {description != null && (
        <p id={helpId} className="text-ink-3 text-label">
          {description}
        </p>
      )}
    </div>
  )
}
