import { useQuery } from '@tanstack/react-query'
import type { OneTimeLink } from '#contract/users.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'

type OneTimeLinkDialogProps = { name: string; link: OneTimeLink; onClose: () => void }

const uses = {
  password: { parameter: 'reset', does: 'sets a password with it' },
  invitation: { parameter: 'invitation', does: 'joins the organization with it' },
} as const

/** The address of a one-time link. */
export const hrefOf = ({ kind, linkToken }: OneTimeLink) =>
  linkToken === null ? '' : `${location.origin}/login?${uses[kind].parameter}=${encodeURIComponent(linkToken)}`

/** Shows a link that sets a password or accepts an invitation. It is shown only once, because anyone who has it can use it. */
export function OneTimeLinkDialog({ name, link, onClose }: OneTimeLinkDialogProps) {
  const dates = useDateSettings()
  const { data: mail } = useQuery(mailStatusQuery())
  const isEmailed = mail?.isConfigured && link.kind === 'invitation'
  return (
    <ShownOnceDialog
      title="One-time link"
      description={`${name} ${uses[link.kind].does}, once, until ${formatShortDateTime(link.expiresAt, dates)}.`}
      label="Link"
      text={hrefOf(link)}
      hint={
        isEmailed
          ? 'It is sent to them by email too. It is shown only once.'
          : 'Send it privately; it is shown only once.'
      }
      onClose={onClose}
    />
  )
}
