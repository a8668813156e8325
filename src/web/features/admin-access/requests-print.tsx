import { useState } from 'react'
import type { AccessRequest } from '#contract/access-requests.ts'
import { accessNames } from '#domain/access/access-words.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'

interface Scene {
  dates: DateSettings
  nowMs: number
}

const columns: readonly ListColumn<AccessRequest, Scene>[] = [
  { id: 'person', header: 'Person', meta: { plain: ({ userName }) => userName } },
  {
    id: 'requested',
    header: 'Requested',
    meta: { plain: ({ requestedAt }, { dates, nowMs }) => formatShortDateTime(requestedAt, dates, nowMs) },
  },
  { id: 'access', header: 'Access', meta: { plain: ({ access }) => accessNames[access] } },
  { id: 'reason', header: 'Reason', meta: { plain: ({ reason }) => reason } },
  { id: 'status', header: 'Status', meta: { plain: ({ status }) => status } },
  {
    id: 'answer',
    header: 'Answer',
    meta: {
      plain: ({ decidedAt, decidedBy, note }, { dates, nowMs }) =>
        decidedAt === null
          ? ''
          : [decidedBy, formatShortDateTime(decidedAt, dates, nowMs), note].filter(Boolean).join(', '),
    },
  },
]

const idOf = ({ requestId }: AccessRequest) => requestId

/** Prints the requests for more access, both open and answered. */
export function RequestsPrint({ title, requests }: { title: string; requests: readonly AccessRequest[] }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  return (
    <RowsPrint
      title={title}
      columns={columns}
      idOf={idOf}
      one="request"
      rows={requests}
      scene={{ dates, nowMs }}
      filters={[]}
    />
  )
}
