import { useQuery } from '@tanstack/react-query'
import type { HistoryYears } from '#contract/tenant-settings.ts'
import { historyLossQuery } from '#web/api/tenants/admin.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** 'forever', '1 year' or '5 years'. */
export const historyWords = (years: number | null): string => (years === null ? 'forever' : formatCount(years, 'year'))

interface Props {
  years: HistoryYears
  save: () => void
  onClose: () => void
}

/** Asks before the history limit is shortened, and shows what would be deleted. */
export function ConfirmHistoryLoss({ years, save, onClose }: Props) {
  const loss = useQuery(historyLossQuery(years))
  const dates = useDateSettings()
  return (
    <ConfirmDialog
      open
      danger
      title={`Keep history for ${historyWords(years)} only?`}
      confirmLabel={loss.data?.entries === 0 ? 'Save settings' : 'Delete older history'}
      disabledReason={loss.data ? null : 'Counting the history'}
      onConfirm={() => {
        onClose()
        save()
      }}
      onCancel={onClose}
    >
      <Loaded query={loss} skeleton={<SkeletonRows columns="1fr" rows={2} />}>
        {({ entries, before }) => (
          <div className="flex flex-col gap-3">
            {entries === 0 ? (
              <p>
                No history is that old yet. From now on it will be deleted when it is more than {historyWords(years)}{' '}
                old.
              </p>
            ) : (
              <p>
                <strong>{formatCount(entries, 'history entry', 'history entries')}</strong> from before{' '}
                {formatShipDate(before, dates)} will be deleted within an hour, and older ones every day from then on.
                They cannot be restored.
              </p>
            )}
            <p>
              Deleted history is gone from the audit log, from exports and from analytics, and changes that old cannot
              be undone. Open projects keep their history, and projects themselves are never deleted.
            </p>
          </div>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
