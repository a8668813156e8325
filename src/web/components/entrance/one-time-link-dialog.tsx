import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { OneTimeLink } from '#contract/users.ts'
import { mailStatusQuery } from '#web/api/mail.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type OneTimeLinkDialogProps = { name: string; link: OneTimeLink; onClose: () => void }

const uses = {
  password: { parameter: 'reset', does: 'sets a password with it' },
  invitation: { parameter: 'invitation', does: 'joins the organization with it' },
} as const

const hrefOf = ({ kind, linkToken }: OneTimeLink) =>
  linkToken === null ? '' : `${location.origin}/login?${uses[kind].parameter}=${encodeURIComponent(linkToken)}`

const copy = (text: string) => {
  const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
  done.then(
    () => toast.success('Link copied'),
    () => toast.info('Select the link and copy it'),
  )
}

/** A link that sets a password or accepts an invitation, shown this once: whoever holds it can use it. */
export function OneTimeLinkDialog({ name, link, onClose }: OneTimeLinkDialogProps) {
  const dates = useDateSettings()
  const { data: mail } = useQuery(mailStatusQuery())
  const isEmailed = mail?.isConfigured && link.kind === 'invitation'
  const href = hrefOf(link)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="One-time link"
      description={`${name} ${uses[link.kind].does}, once, until ${formatDateTime(link.expiresAt, dates)}.`}
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
        description={
          isEmailed
            ? 'It is sent to them by email too. It is shown only once.'
            : 'Send it privately; it is shown only once.'
        }
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
