import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'

type BulkPopoverProps = {
  trigger: ReactElement
  label: string
  /** The words of the button: 'Set for 3 projects'. */
  apply: string
  /** Takes what was entered, or says what is wrong with it. */
  onApply: (form: FormData) => string | undefined
  /** The field, with what is wrong. */
  children: (error: string | undefined) => ReactNode
}

/** One field and a button, over the bulk bar; Enter applies. */
export function BulkPopover({ trigger, label, apply, onApply, children }: BulkPopoverProps) {
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const turn = (next: boolean) => {
    setOpen(next)
    setError(undefined)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = onApply(new FormData(event.currentTarget))
    setError(wrong)
    if (wrong === undefined) setOpen(false)
  }
  return (
    <Popover trigger={trigger} label={label} side="top" open={open} onOpenChange={turn} className="w-64 p-4">
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        {children(error)}
        <Button type="submit" variant="primary">
          {apply}
        </Button>
      </form>
    </Popover>
  )
}
