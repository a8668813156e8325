import { ScanSearch } from 'lucide-react'
import { type BaseSyntheticEvent, type ReactNode, useRef } from 'react'
import type { FormFrame } from '#web/components/form/form.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'

type ActionDialogProps = {
  title: string
  /** The target of the action: '#1027 Weld braces', '12 operations'. */
  subject: string
  submitLabel: string
  frame: FormFrame
  onSubmit: (event: BaseSyntheticEvent) => unknown
  onClose: () => void
  disabledReason?: string | false | null
  /** Shows the effect of the action on the plan before it is done. */
  onTry?: ((event: BaseSyntheticEvent) => unknown) | undefined
  isTrying?: boolean
  size?: 'small' | 'medium'
  children: ReactNode
}

/** Enter on a slider, or in a dialog without a field, submits as in every field. */
function SubmitOnEnter() {
  const here = useRef<HTMLSpanElement>(null)
  const beside = ({ target }: KeyboardEvent) =>
    target instanceof Element && target.matches('[role=slider], [role=dialog]')
  const submit = () => here.current?.closest('form')?.requestSubmit()
  useShortcuts('Dialog', [{ keys: 'Enter', label: 'Do it', run: submit, when: beside }])
  return <span ref={here} hidden />
}

/** A dialog before an action: a few fields, Cancel, and the action, which Enter also runs. */
export const ActionDialog = ({ subject, children, size = 'small', onTry, isTrying, ...dialog }: ActionDialogProps) => (
  <FormDialog
    description={subject}
    besides={
      onTry && (
        <Button
          icon={<ScanSearch />}
          busy={isTrying}
          busyLabel="Computing…"
          disabledReason={dialog.disabledReason}
          onClick={(event) => void onTry(event)}
        >
          Try first
        </Button>
      )
    }
    size={size}
    {...dialog}
  >
    {children}
    <SubmitOnEnter />
  </FormDialog>
)
