import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import type { StatusLink } from '#contract/status-links.ts'
import { revokeStatusLinkMutation } from '#web/api/status-links.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

const endWords = ({ state, expiresAt }: StatusLink, dates: DateSettings): string => {
  if (state === 'revoked') return 'revoked'
  if (expiresAt === null) return 'ends 14 days after shipment'
  return `${state === 'live' ? 'ends' : 'ended'} ${formatShortDateTime(expiresAt, dates)}`
}

const openedWords = ({ openedCount, lastOpenedAt }: StatusLink, dates: DateSettings): string =>
  lastOpenedAt === null
    ? 'never opened'
    : `opened ${formatCount(openedCount, 'time')}, last ${formatShortDateTime(lastOpenedAt, dates)}`

type StatusLinkListProps = {
  links: readonly StatusLink[]
  /** What the first line of a link says. */
  titleOf: (link: StatusLink) => string
}

/** Status links with what became of them. Live ones can be revoked. */
export function StatusLinkList({ links, titleOf }: StatusLinkListProps) {
  const revoke = useMutation(revokeStatusLinkMutation(useQueryClient()))
  const [asking, setAsking] = useState<StatusLink | null>(null)
  const dates = useDateSettings()
  const confirm = () =>
    asking &&
    revoke.mutate(asking.linkId, {
      onSuccess: () => toast.success('Link revoked'),
      onSettled: () => setAsking(null),
    })
  return (
    <>
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li key={link.linkId} className="flex min-h-13 items-center gap-3 px-3 py-2">
            <span className="text-ink-3">
              <LinkIcon />
            </span>
            <div className="min-w-0 grow">
              <p className="truncate">{titleOf(link)}</p>
              <p className="text-ink-3 text-label tabular-nums">
                Made by {link.madeBy} · {endWords(link, dates)} · {openedWords(link, dates)}
              </p>
            </div>
            {link.state === 'live' && (
              <Button size="small" aria-label={`Revoke the link ${titleOf(link)}`} onClick={() => setAsking(link)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        danger
        open={asking !== null}
        title="Revoke the link?"
        confirmLabel="Revoke"
        busy={revoke.isPending}
        busyLabel="Revoking…"
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      >
        Its address shows nothing from then on and cannot be used again.
      </ConfirmDialog>
    </>
  )
}
