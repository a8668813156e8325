import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatusLink } from '#contract/status-links.ts'
import { revokeStatusLinkMutation } from '#web/api/projects/status-links.mutations.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Scene {
  dates: DateSettings
  titleOf: (link: StatusLink) => string
  onRevoke: (link: StatusLink) => void
}

const endWords = ({ state, expiresAt }: StatusLink, dates: DateSettings): string => {
  if (state === 'revoked') return 'Revoked'
  if (expiresAt === null) return 'Expires 14 days after shipping'
  return `${state === 'live' ? 'Expires' : 'Expired'} ${formatShipDate(dayOfEnd(expiresAt), dates)}`
}

const openedWords = ({ openedCount, lastOpenedAt }: StatusLink, dates: DateSettings): string =>
  lastOpenedAt === null
    ? 'Never opened'
    : `Opened ${formatCount(openedCount, 'time')}, last ${formatShortDateTime(lastOpenedAt, dates)}`

const { display } = listColumns<StatusLink, Scene>()

const columns: readonly ListColumn<StatusLink, Scene>[] = [
  display({
    id: 'link',
    header: 'Link',
    meta: {
      namesRow: true,
      classes: 'w-full max-w-0',
      plain: (link, { dates, titleOf }) => ({
        className: 'py-1.5',
        children: (
          <>
            <span className="block break-words">{titleOf(link)}</span>
            <span className="block text-ink-3 text-label">
              Created {formatShortDateTime(link.createdAt, dates)} by {link.madeBy}
            </span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'status',
    header: 'Status',
    meta: {
      classes: 'min-w-29',
      plain: (link, { dates }) => ({
        className: 'py-1.5',
        children: (
          <>
            <span className={link.expiresAt === null ? 'block' : 'block whitespace-nowrap'}>
              {endWords(link, dates)}
            </span>
            <span className="block text-ink-3 text-label">{openedWords(link, dates)}</span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (link, { dates, titleOf, onRevoke }) =>
        link.state === 'live' ? (
          <Button
            size="small"
            aria-label={`Revoke the link ${titleOf(link)}, created ${formatShortDateTime(link.createdAt, dates)}`}
            onClick={() => onRevoke(link)}
          >
            Revoke
          </Button>
        ) : (
          ''
        ),
    },
  }),
]

const idOf = ({ linkId }: StatusLink) => linkId

type StatusLinkListProps = {
  query: UseQueryResult<readonly StatusLink[]>
  /** The first line of a link. */
  titleOf: (link: StatusLink) => string
  /** The sentence shown if there is no link. */
  empty: string
}

/** Status links with their state. Active ones can be revoked. */
export function StatusLinkList({ query, titleOf, empty }: StatusLinkListProps) {
  return (
    <Loaded query={query} skeleton={<SkeletonRows columns="1fr 9rem" rows={2} label="Loading the links" />}>
      {(links) =>
        links.length === 0 ? <p className="p-3 text-ink-3">{empty}</p> : <LinkTable links={links} titleOf={titleOf} />
      }
    </Loaded>
  )
}

function LinkTable({ links, titleOf }: Pick<StatusLinkListProps, 'titleOf'> & { links: readonly StatusLink[] }) {
  const revoke = useMutation(revokeStatusLinkMutation(useQueryClient()))
  const [asking, setAsking] = useState<StatusLink | null>(null)
  const dates = useDateSettings()
  const table = useListTable({ columns, rows: links, idOf })
  const confirm = () =>
    asking &&
    revoke.mutate(asking.linkId, {
      onSuccess: () => toast.success('Link revoked'),
      onSettled: () => setAsking(null),
    })
  return (
    <>
      <PlainList table={table} scene={{ dates, titleOf, onRevoke: setAsking }} />
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
        Its address stops working and cannot be used again.
      </ConfirmDialog>
    </>
  )
}
