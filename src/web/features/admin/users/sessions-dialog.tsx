import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keptSignInDays } from '#contract/sign-ins.ts'
import type { ListedUser } from '#contract/users.ts'
import { userSessionsQuery } from '#web/api/auth/sessions.queries.ts'
import { userSignInsQuery } from '#web/api/auth/sign-ins.queries.ts'
import { endSessionsMutation } from '#web/api/users/user-administration.mutations.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { SignInList } from '#web/components/sign-ins/sign-in-list.tsx'
import { browserWords } from '#web/lib/browser-words.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { nameOf } from './user-list.ts'

/** The sessions and sign-ins of a user, and the button that ends all sessions. */
export function SessionsDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const query = useQuery(userSessionsQuery(user.id))
  const signIns = useQuery(userSignInsQuery(user.id))
  const end = useMutation(endSessionsMutation(useQueryClient()))
  const dates = useDateSettings()
  const isMe = useSession(({ userId }) => userId === user.id)
  const count = query.data?.length ?? 0
  const confirm = () =>
    end.mutate(user.id, {
      onSuccess: () =>
        toast.success(isMe ? 'Your other sessions have ended' : 'All sessions have ended, API tokens are revoked'),
    })
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={`Sessions and sign-ins of ${nameOf(user)}`}
      description={query.data && formatCount(count, 'open session')}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="danger"
            busy={end.isPending}
            // Even without a session there may be API tokens.
            disabledReason={isMe && count === 1 && 'Nothing to end'}
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
      {!isMe && (
        <p className="mt-2 text-ink-3">Ending all sessions also revokes their API tokens in this organization.</p>
      )}
      <h3 className="mt-5 mb-2 font-semibold">Recent sign-ins</h3>
      <Loaded query={signIns}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-3">No sign-ins in the last {keptSignInDays} days.</p>
          ) : (
            <div className="rounded border border-line-2">
              <SignInList signIns={list} rowsAtOnce={10} hidesTenant />
            </div>
          )
        }
      </Loaded>
      {user.isShared && (
        <p className="mt-2 text-ink-3">
          This account also belongs to another organization: only sign-ins to this one are listed.
        </p>
      )}
    </Dialog>
  )
}
