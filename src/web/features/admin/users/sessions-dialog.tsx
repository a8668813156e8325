import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { endSessionsMutation } from '#web/api/user-administration.mutations.ts'
import { userSessionsQuery } from '#web/api/users.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { browserWords } from '#web/lib/browser-words.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { nameOf } from './user-list.ts'

/** The sessions of a user, and the button that ends all of them. */
export function SessionsDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const query = useQuery(userSessionsQuery(user.id))
  const end = useMutation(endSessionsMutation(useQueryClient()))
  const dates = useDateSettings()
  const isMe = useSession(({ userId }) => userId === user.id)
  const count = query.data?.length ?? 0
  const nothing = count === 0 || (isMe && count === 1)
  const confirm = () =>
    end.mutate(user.id, {
      onSuccess: () => toast.success(isMe ? 'Your other sessions have ended' : 'All sessions have ended'),
    })
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={`Sessions of ${nameOf(user)}`}
      description={query.data && formatCount(count, 'open session')}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="danger"
            busy={end.isPending}
            disabledReason={query.data !== undefined && nothing && 'Nothing to end'}
            onClick={confirm}
          >
            {isMe ? 'End the others' : 'End all'}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className="text-ink-3">No active sessions in this organization.</p>
          ) : (
            <ul className="rounded border border-line-2">
              {sessions.map(({ startedAt, lastSeenAt, userAgent }) => (
                <li key={`${startedAt} ${lastSeenAt}`} className="border-line px-3 py-2 not-first:border-t">
                  <p>{browserWords(userAgent)}</p>
                  <p className="text-ink-3 text-label">
                    since {formatShortDateTime(startedAt, dates, Date.now())}, last used{' '}
                    {formatShortDateTime(lastSeenAt, dates, Date.now())}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
