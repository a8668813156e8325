import { Copy } from 'lucide-react'
import type { PasswordReset } from '#contract/users.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type OneTimeLinkDialogProps = { name: string; reset: PasswordReset; onClose: () => void }

const hrefOf = (token: string) => `${location.origin}/login?reset=${encodeURIComponent(token)}`

const copy = (text: string) => {
  const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
  done.then(
    () => toast.success('Link copied'),
    () => toast.info('Select the link and copy it'),
  )
}

/** The link that sets a password, shown this once: whoever holds it holds the account until it is used. */
export function OneTimeLinkDialog({ name, reset, onClose }: OneTimeLinkDialogProps) {
  const dates = useDateSettings()
  const href = reset.resetToken === null ? '' : hrefOf(reset.resetToken)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="One-time link"
      description={`${name} sets a password with it, once, until ${formatDateTime(reset.expiresAt, dates)}.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Copy />} onClick={() => copy(href)}>
            Copy link
          </Button>
        </>
      }
    >
      <TextField
        label="Link"
        readOnly
        value={href}
        description="Send it privately; it is shown only once."
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
