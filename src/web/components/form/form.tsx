import type { BaseSyntheticEvent, ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { UnsavedChangesDialog } from '../unsaved-changes/unsaved-changes-dialog.tsx'
import type { BlockedLeave } from '../unsaved-changes/use-unsaved-changes.ts'

/** What a form tells its frame (`useContractForm`, `useRecordForm`). */
export interface FormFrame {
  isBusy: boolean
  isDirty: boolean
  problem: string | null
  forgetFailure: () => void
  /** Only where what is typed is kept and leaving it is asked about. */
  leaving?: { blocked: BlockedLeave | null; isRestored: boolean; startOver: () => void }
}

export type FormProps = {
  frame: FormFrame
  /** Enter or the button; not called while something is being saved, nor while there is a `disabledReason`. */
  onSubmit: (event: BaseSyntheticEvent) => unknown
  /** Why it cannot be sent yet. */
  disabledReason?: string | null | false
  id?: string
  className?: string
  children: ReactNode
}

/** A form with what stands above its fields: what the server refused, and that what was typed before is back. */
export function Form({
  frame,
  onSubmit,
  disabledReason,
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
        // A portal inside the form passes its own submit on by React's tree.
        if (event.target === event.currentTarget && !isBusy && !disabledReason) onSubmit(event)
      }}
    >
      {problem && <Alert onDismiss={forgetFailure}>{problem}</Alert>}
      {leaving?.isRestored && isDirty && (
        <Alert kind="info">
          Your unsaved changes are back.{' '}
          <button type="button" className="underline" onClick={leaving.startOver}>
            Start over
          </button>
        </Alert>
      )}
      {children}
      {leaving && <UnsavedChangesDialog blocked={leaving.blocked} />}
    </form>
  )
}
