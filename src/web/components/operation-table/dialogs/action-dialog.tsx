import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ActionDialogProps = {
  title: string
  /** What it is for: '#1027 Weld braces', '12 operations'. */
  subject: string
  /** The words of the button that does it. */
  submit: string
  onSubmit: () => void
  onClose: () => void
  disabledReason?: string | false
  children: ReactNode
}

/** Enter on a slider means what it means in every other field. */
function SubmitOnEnter() {
  const here = useRef<HTMLSpanElement>(null)
  const onSlider = ({ target }: KeyboardEvent) => target instanceof Element && target.matches('[role=slider]')
  const submit = () => here.current?.closest('form')?.requestSubmit()
  useShortcuts('Dialog', [{ keys: 'Enter', label: 'Do it', run: submit, when: onSlider }])
  return <span ref={here} hidden />
}

/** A question before an action: a few fields, Cancel, and the action. Enter does it. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, subject, submit, onSubmit, onClose, disabledReason, children } = props
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!disabledReason) onSubmit()
  }
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={subject}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabledReason={disabledReason}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        {children}
        <SubmitOnEnter />
      </form>
    </Dialog>
  )
}
