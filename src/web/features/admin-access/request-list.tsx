import { useState } from 'react'
import type { AccessRequest } from '#contract/access-requests.ts'
import { oneWithAccess } from '#domain/access/access-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DecideDialog } from './decide-dialog.tsx'

type RequestListProps = { requests: readonly AccessRequest[]; decides?: boolean; empty: string }

const tones = { Open: 'primary', Granted: 'onTime', Refused: 'late', Withdrawn: 'neutral' } as const

/** Access requests with their reasons and decisions. */
export function RequestList({ requests, decides = false, empty }: RequestListProps) {
  const dates = useDateSettings()
  const [deciding, setDeciding] = useState<{ request: AccessRequest; grants: boolean } | null>(null)
  const at = (instant: string | null) => formatShortDateTime(instant, dates, Date.now())
  if (requests.length === 0) return <p className="px-3 py-4 text-ink-3">{empty}</p>
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.requestId} className="border-line px-3 py-2.5 not-first:border-t">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0">
              <b className="font-semibold">{request.userName}</b> {request.status === 'Open' ? 'asks' : 'asked'} to be{' '}
              {oneWithAccess(request.access)}
            </span>
            <span className="text-ink-3 text-label">{at(request.requestedAt)}</span>
            <Chip tone={tones[request.status]} className="ml-auto">
              {request.status}
            </Chip>
          </div>
          <p className="mt-1 break-words text-ink-2">{request.reason}</p>
          {request.decidedAt && (
            <p className="mt-1 break-words text-ink-3 text-label">
              {request.status} by {request.decidedBy}, {at(request.decidedAt)}
              {request.note && `: ${request.note}`}
            </p>
          )}
          {decides && (
            <div className="mt-2 flex gap-2">
              <Button size="small" variant="primary" onClick={() => setDeciding({ request, grants: true })}>
                Grant
              </Button>
              <Button size="small" onClick={() => setDeciding({ request, grants: false })}>
                Refuse
              </Button>
            </div>
          )}
        </li>
      ))}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </ul>
  )
}
