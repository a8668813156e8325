import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { type CalendarFeed, calendarFeedLimits } from '#contract/calendar-feeds.ts'
import { revokeFeedMutation } from '#web/api/integrations/calendar-feeds.mutations.ts'
import { calendarFeedsQuery } from '#web/api/integrations/calendar-feeds.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'

const nameOf = ({ name, projectId }: CalendarFeed) =>
  name ?? (projectId === null ? 'Deleted work center' : 'Deleted project')

/** The reader's calendar feeds in this organization. Each can be revoked. */
export function CalendarFeedsPanel() {
  const { data: feeds } = useSuspenseQuery(calendarFeedsQuery())
  const revoke = useMutation(revokeFeedMutation(useQueryClient()))
  const [asking, setAsking] = useState<CalendarFeed | null>(null)
  const settings = useDateSettings()
  const confirm = () =>
    asking &&
    revoke.mutate(asking.feedId, {
      onSuccess: () => toast.success('Calendar revoked'),
      onSettled: () => setAsking(null),
    })
  return (
    <Panel title="Calendars">
      {feeds.length === 0 ? (
        <p className="p-3 text-ink-3">
          Follow a work center or a project in your calendar app: under “Share and print” on the schedule, or on the
          page of a project.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {feeds.map((feed) => (
            <li key={feed.feedId} className="flex min-h-13 items-center gap-3 px-3 py-2">
              <span className="text-ink-3">
                <CalendarDays />
              </span>
              <div className="min-w-0 grow">
                <p className="truncate">{nameOf(feed)}</p>
                <p className="text-ink-3 text-label tabular-nums">
                  Created {formatShortDateTime(feed.createdAt, settings)}
                  {feed.lastReadAt === null
                    ? ' · never read'
                    : ` · last read ${formatShortDateTime(feed.lastReadAt, settings)}`}
                </p>
              </div>
              <Button size="small" aria-label={`Revoke ${nameOf(feed)}`} onClick={() => setAsking(feed)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {feeds.length > 0 && (
        <p className="border-line border-t p-3 text-ink-3 text-label">
          A calendar that has not been read for {calendarFeedLimits.unusedDays} days is revoked automatically.
        </p>
      )}
      <ConfirmDialog
        danger
        open={asking !== null}
        title={`Revoke the calendar of ${asking ? nameOf(asking) : ''}?`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        busyLabel="Revoking…"
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      >
        Calendar apps that follow it stop updating. Its address cannot be used again.
      </ConfirmDialog>
    </Panel>
  )
}
