import type { BaseSyntheticEvent, ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'

/** The state that a form passes to its frame (`useContractForm`, `useRecordForm`). */
export interface FormFrame {
  isBusy: boolean
  isDirty: boolean
  problem: string | null
  forgetFailure: () => void
  /** Only for forms that preserve typed text and ask before it is lost. */
  leaving?: { question: ReactNode; isRestored: boolean; startOver: () => void }
}

export type FormProps = {
  frame: FormFrame
  /** Called by Enter or the button, but not while saving or while there is a `disabledReason`. */
  onSubmit: (event: BaseSyntheticEvent) => unknown
  /** Why the form cannot be submitted yet. */
  disabledReason?: string | null | false
  /** Why the reader may not submit the form at all: shown above its fields, which are read-only. */
  refusal?: string | null
  id?: string
  className?: string
  children: ReactNode
}

/** A form, with the server's refusal and the note about restored text above its fields. */
export function Form({
  frame,
  onSubmit,
  disabledReason,
  refusal,
  id,
  className = 'flex flex-col gap-3 p-3',
  children,
}: FormProps) {
  const { isBusy, isDirty, problem, forgetFailure, leaving } = frame
  return (
    <form
      id={id}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A submit inside a portal reaches this form through the React tree.
        if (event.target === event.currentTarget && !isBusy && !disabledReason && !refusal) onSubmit(event)
      }}
    >
      {refusal && <Alert kind="info">{refusal}</Alert>}
      {problem && <Alert onDismiss={forgetFailure}>{problem}</Alert>}
      {leaving?.isRestored && isDirty && (
        <Alert kind="info">
          Your unsaved changes are back.{' '}
          <button type="button" className="underline" onClick={leaving.startOver}>
            Start over
          </button>
        </Alert>
      )}
      {refusal ? (
        <fieldset disabled className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
      {leaving?.question}
    </form>
  )
}
