import { type ReactNode, useRef } from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type ActionDialogProps = {
  title: string
  /** What it is for: '#1027 Weld braces', '12 operations'. */
  subject: string
  /** The words of the button that does it. */
  submit: string
  onSubmit: () => void
  onClose: () => void
  disabledReason?: string | false
  busy: boolean
  size?: 'small' | 'medium'
  children: ReactNode
}

/** Enter on a slider, or in a dialog without a field, means what it means in every field. */
function SubmitOnEnter() {
  const here = useRef<HTMLSpanElement>(null)
  const beside = ({ target }: KeyboardEvent) =>
    target instanceof Element && target.matches('[role=slider], [role=dialog]')
  const submit = () => here.current?.closest('form')?.requestSubmit()
  useShortcuts('Dialog', [{ keys: 'Enter', label: 'Do it', run: submit, when: beside }])
  return <span ref={here} hidden />
}

/** A question before an action: a few fields, Cancel, and the action. Enter does it. */
export const ActionDialog = ({ subject, submit, children, size = 'small', ...dialog }: ActionDialogProps) => (
  <FormDialog description={subject} submitLabel={submit} {...{ size, ...dialog }}>
    {children}
    <SubmitOnEnter />
  </FormDialog>
)
