import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, Plus, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import type { CalendarException } from '#contract/holidays.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { takeBackExceptionMutation } from '#web/api/holidays.mutations.ts'
import { exceptionsQuery } from '#web/api/holidays.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChangeRefusal } from '../use-change-refusal.ts'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { ExceptionDialog, exceptionEntity } from './exception-dialog.tsx'

/** Coming entries, soonest first, then past ones, newest first. */
const inOrder = (exceptions: readonly CalendarException[], nowMs: number): CalendarException[] => {
  const isOver = ({ endsAt }: CalendarException) => Date.parse(endsAt) <= nowMs
  const byStart = exceptions.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return [...byStart.filter((one) => !isOver(one)), ...byStart.filter(isOver).toReversed()]
}

/** Overtime and downtime on single dates. */
export function ExceptionsTab() {
  const { data } = useSuspenseQuery(exceptionsQuery())
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const zone = useSuspenseQuery(tenantSettingsQuery()).data.timeZone
  const dates = { ...useDateSettings(), zone }
  const takeBack = useMutation(takeBackExceptionMutation(useQueryClient()))
  const refusal = useChangeRefusal('enterExceptions')
  const { ask, dialog } = useConfirmChange()
  const [adding, setAdding] = useState(() => keptSubject(exceptionEntity) !== null)
  const exceptions = inOrder(data, Date.now())
  const add = (
    <Button variant="primary" icon={<Plus />} disabledReason={refusal} onClick={() => setAdding(true)}>
      Add overtime or downtime
    </Button>
  )
  return (
    <WorkingTimeFrame current="exceptions" actions={add}>
      {exceptions.length === 0 ? (
        <EmptyState className="grow" icon={<CalendarClock />} title="No overtime or downtime" action={add}>
          Overtime opens hours outside the shifts, downtime closes hours inside them.
        </EmptyState>
      ) : (
        <ul className="grow bg-surface px-5 max-md:px-4">
          {exceptions.map(({ exceptionId, kind, name, startsAt, endsAt, categoryId }) => {
            const center = categories.find((category) => category.categoryId === categoryId)
            return (
              <li key={exceptionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
                <span className="flex items-center gap-1.5 md:w-30">
                  {kind === 'overtime' ? <Zap /> : <Ban />}
                  {kind === 'overtime' ? 'Overtime' : 'Downtime'}
                </span>
                <span className="min-w-40 grow basis-50 truncate font-semibold">{name}</span>
                <span className="text-ink-2 tabular-nums">
                  {formatShortDateTime(startsAt, dates, Date.now())},{' '}
                  {formatSpan(Date.parse(endsAt) - Date.parse(startsAt))}
                </span>
                <span className="text-ink-2 md:w-40">
                  {center ? <WorkCenterMark color={center.color}>{center.name}</WorkCenterMark> : 'Organization'}
                </span>
                <Button
                  size="small"
                  className="ml-auto"
                  icon={<Trash2 />}
                  disabledReason={refusal}
                  busy={takeBack.isPending && takeBack.variables === exceptionId}
                  onClick={() =>
                    ask({
                      title: `Remove ${name}?`,
                      confirmLabel: 'Remove',
                      danger: true,
                      change: { kind: 'exception', exceptionId, exception: null },
                      act: async () => {
                        const answer: object = await takeBack.mutateAsync(exceptionId)
                        toast.success(`${name} removed`, undoAction(answer))
                      },
                    })
                  }
                >
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {dialog}
      {adding && <ExceptionDialog {...{ categories, zone }} onClose={() => setAdding(false)} />}
    </WorkingTimeFrame>
  )
}
