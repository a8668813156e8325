import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, CalendarClock, Gauge, Plus, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { CalendarException } from '#contract/holidays.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { takeBackExceptionMutation } from '#web/api/working-time/holidays.mutations.ts'
import { exceptionsQuery } from '#web/api/working-time/holidays.queries.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { exceptionEntity, kindTitles } from '#web/components/exceptions/exception-kinds.ts'
import { LazyExceptionDialog } from '#web/components/exceptions/lazy-exception-dialog.tsx'
import { useExceptionRefusal } from '#web/components/exceptions/use-exception-refusal.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { availableWords } from '#web/lib/capacity-words.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { WorkingTimeFrame } from '../working-time-frame.tsx'

/** Upcoming entries, soonest first, then past ones, latest first. */
const inOrder = (exceptions: readonly CalendarException[], nowMs: number): CalendarException[] => {
  const isOver = ({ endsAt }: CalendarException) => endsAt !== null && Date.parse(endsAt) <= nowMs
  const byStart = exceptions.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return [...byStart.filter((one) => !isOver(one)), ...byStart.filter(isOver).toReversed()]
}

interface Scene {
  dates: DateSettings
  categories: readonly Category[]
  refusalAt: (categoryId: string | null) => string | null
  /** The entry that is being removed. */
  removedId: string | null
  onRemove: (exception: CalendarException) => void
}

const kindIcons = { overtime: Zap, downtime: Ban, capacity: Gauge }

const kindOf = ({ kind }: CalendarException) => {
  const Icon = kindIcons[kind]
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon className="size-4" />
      {kindTitles[kind]}
    </span>
  )
}

const centerOf = ({ categoryId, units }: CalendarException, { categories }: Scene) => {
  const center = categories.find((category) => category.categoryId === categoryId)
  if (!center) return 'Organization'
  return (
    <WorkCenterMark color={center.color}>
      {units === null ? center.name : `${center.name}: ${availableWords(units, center.capacity)}`}
    </WorkCenterMark>
  )
}

const timeOf = ({ startsAt, endsAt }: CalendarException, { dates }: Scene) => {
  const from = formatShortDateTime(startsAt, dates, Date.now())
  return endsAt === null ? `From ${from} on` : `${from}, ${formatSpan(Date.parse(endsAt) - Date.parse(startsAt))}`
}

const { display } = listColumns<CalendarException, Scene>()

/** On a phone, the kind, the work center and the time are shown under the name. */
const columns: readonly ListColumn<CalendarException, Scene>[] = [
  display({
    id: 'kind',
    header: 'Kind',
    meta: { classes: 'max-md:hidden', plain: kindOf },
  }),
  display({
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      classes: 'w-2/5 max-w-0 max-md:w-full max-md:pl-4',
      plain: (exception, scene) => ({
        className: 'py-1',
        children: (
          <>
            <span className="block truncate" title={exception.name}>
              {exception.name}
            </span>
            <span className="flex flex-wrap gap-x-3 text-ink-3 text-label md:hidden">
              {kindOf(exception)}
              {exception.categoryId && centerOf(exception, scene)}
              <span className="tabular-nums">{timeOf(exception, scene)}</span>
            </span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'time',
    header: 'Time',
    meta: {
      classes: 'whitespace-nowrap max-md:hidden',
      plain: timeOf,
    },
  }),
  display({
    id: 'appliesTo',
    header: 'Applies to',
    meta: {
      classes: 'max-md:hidden',
      plain: (exception, scene) => ({ className: 'text-ink-2', children: centerOf(exception, scene) }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (exception, { refusalAt, removedId, onRemove }) => (
        <Button
          size="small"
          icon={<Trash2 />}
          disabledReason={refusalAt(exception.categoryId)}
          busy={removedId === exception.exceptionId}
          onClick={() => onRemove(exception)}
        >
          Remove
        </Button>
      ),
    },
  }),
]

const idOf = ({ exceptionId }: CalendarException) => exceptionId

/** Overtime, downtime and temporary capacities on single dates. `isAsked` means that the URL opens the form for a new one. */
export function ExceptionsTab({ isAsked }: { isAsked: boolean }) {
  const { data } = useSuspenseQuery(exceptionsQuery())
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const dates = useDateSettings()
  const takeBack = useMutation(takeBackExceptionMutation(useQueryClient()))
  const refusalAt = useExceptionRefusal()
  const { ask, dialog } = useConfirmChange()
  const [adding, setAdding] = useState(() => keptSubject(exceptionEntity) !== null)
  const navigate = useNavigate()
  const close = () => {
    setAdding(false)
    if (isAsked)
      void navigate({ to: '/shift-patterns', search: { tab: 'exceptions' }, replace: true, ignoreBlocker: true })
  }
  const exceptions = inOrder(data, Date.now())
  const table = useListTable({ columns, rows: exceptions, idOf })
  const removedId = takeBack.isPending ? takeBack.variables : null
  const onRemove = ({ exceptionId, name }: CalendarException) =>
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
  const add = (
    <Button variant="primary" icon={<Plus />} disabledReason={refusalAt()} onClick={() => setAdding(true)}>
      Add overtime or downtime
    </Button>
  )
  return (
    <WorkingTimeFrame current="exceptions" actions={add}>
      {exceptions.length === 0 ? (
        <EmptyState className="grow" icon={<CalendarClock />} title="No overtime or downtime" action={add}>
          Overtime adds working hours outside the shifts, downtime removes hours inside them, and capacity sets how much
          of a work center is available for a period.
        </EmptyState>
      ) : (
        <div className="grow overflow-x-auto border-line-2 border-t bg-surface">
          <PlainList
            table={table}
            scene={{ dates, categories, refusalAt, removedId, onRemove }}
            printed={{ title: 'Overtime and downtime', one: 'entry', many: 'entries', filters: [] }}
          />
        </div>
      )}
      {dialog}
      {(adding || (isAsked && refusalAt() === null)) && <LazyExceptionDialog categories={categories} onClose={close} />}
    </WorkingTimeFrame>
  )
}
