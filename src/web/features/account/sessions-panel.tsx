import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { MySession } from '#contract/my-sessions.ts'
import { mySessionsQuery } from '#web/api/auth/sessions.queries.ts'
import { endOtherSessionsMutation, endSessionMutation } from '#web/api/users/users.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { browserWords } from '#web/lib/browser-words.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'

const isPhone = (userAgent: string) => /iPhone|Android|Mobile/.test(userAgent)

const facts = ({ address, tenantName }: MySession) => [address, tenantName].filter(Boolean).join(' · ')

/** The sessions of the reader, this one first. The others can be ended one by one or all at once. */
export function SessionsPanel() {
  const queryClient = useQueryClient()
  const { data: sessions } = useSuspenseQuery(mySessionsQuery())
  const end = useMutation(endSessionMutation(queryClient))
  const endOthers = useMutation(endOtherSessionsMutation(queryClient))
  const [asking, setAsking] = useState(false)
  const settings = useDateSettings()
  const others = sessions.filter(({ isThis }) => !isThis)
  const endAll = () =>
    endOthers.mutate(undefined, {
      onSuccess: ({ ended }) => toast.success(ended === 1 ? '1 session ended' : `${ended} sessions ended`),
      onSettled: () => setAsking(false),
    })
  const actions = (
    <Button
      size="small"
      icon={<LogOut />}
      disabledReason={others.length === 0 && 'You are signed in here only'}
      onClick={() => setAsking(true)}
    >
      Sign out everywhere else
    </Button>
  )
  return (
    <Panel title="Sessions" actions={actions}>
      <ul id="sessions" className="scroll-mt-20 divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.sessionId} className="flex min-h-13 items-center gap-3 px-3 py-2">
            <span className="text-ink-3">{isPhone(session.userAgent) ? <Smartphone /> : <Monitor />}</span>
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-2">
                {browserWords(session.userAgent)}
                {session.isThis && <Chip tone="onTime">This session</Chip>}
              </p>
              <p className="text-ink-3 text-label tabular-nums">
                Last seen {formatShortDateTime(session.lastSeenAt, settings)}
                {facts(session) && ` · ${facts(session)}`}
              </p>
            </div>
            {!session.isThis && (
              <Button
                size="small"
                aria-label={`Sign out ${browserWords(session.userAgent)}`}
                busy={end.isPending && end.variables === session.sessionId}
                busyLabel="Ending…"
                onClick={() => end.mutate(session.sessionId, { onSuccess: () => toast.success('Session ended') })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere else"
        confirmLabel="Sign out"
        busy={endOthers.isPending}
        busyLabel="Ending…"
        onConfirm={endAll}
        onCancel={() => setAsking(false)}
      >
        {others.length === 1 ? 'One other session ends' : `${others.length} other sessions end`} immediately. Unsaved
        work there is lost. Your API tokens keep working: revoke them in your settings.
      </ConfirmDialog>
    </Panel>
  )
}
