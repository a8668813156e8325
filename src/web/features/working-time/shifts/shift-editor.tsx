import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { CalendarException, Holiday } from '#contract/holidays.ts'
import type { Shift, ShiftVersion } from '#contract/shifts.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { deleteShiftMutation, saveShiftMutation } from '#web/api/shifts.mutations.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { readKeptDraft, useKeptDraft } from '#web/components/unsaved-changes/use-kept-draft.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatDate } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldProblem } from '../field-problem.ts'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { currentVersion } from './current-version.ts'
import { PeriodFields } from './period-fields.tsx'
import { shiftFields } from './shift-fields.ts'
import { useLeavePattern } from './use-leave-pattern.ts'
import { VersionBar } from './version-bar.tsx'
import { WeekGrid } from './week-grid.tsx'
import { type Week, workingMinutes } from './week-model.ts'

const YearPreview = lazy(() => import('./year-preview.tsx').then(({ YearPreview: view }) => ({ default: view })))

interface ShiftEditorProps {
  /** null = a new pattern. */
  readonly shift: Shift | null
  readonly today: string
  readonly timeZone: string
  readonly holidays: readonly Holiday[]
  readonly exceptions: readonly CalendarException[]
  readonly refusal: string | null
  /** Left of the week: the patterns. */
  readonly list: ReactNode
  /** Beside the week: who uses the pattern, what lies ahead. */
  readonly aside: ReactNode
  readonly onSaved: (shiftId: string) => void
  readonly onGone: () => void
}

const newVersions: ShiftVersion[] = [{ effectiveFrom: null, periods: [], breaks: [] }]

const draftOf = (shift: Shift | null) => ({ name: shift?.name ?? '', versions: shift?.versions ?? newVersions })
interface Kept {
  read: Shift | null
  draft: ReturnType<typeof draftOf>
}
const indexNow = (versions: ShiftVersion[], today: string) =>
  Math.max(0, versions.indexOf(currentVersion(versions, today)))

/** The week of one pattern under edit; nothing is stored before Save pattern. */
export function ShiftEditor(props: ShiftEditorProps) {
  const { shift, today, timeZone, holidays, exceptions, refusal, list, aside, onSaved, onGone } = props
  const client = useQueryClient()
  const save = useMutation(saveShiftMutation(client))
  const remove = useMutation(deleteShiftMutation(client))
  const dates = { ...useDateSettings(), zone: 'UTC' }
  // What the draft began from: someone else's save meanwhile must not be overwritten unseen.
  const [left] = useState(() => readKeptDraft<Kept>('shift', shift?.shiftId ?? null))
  const [read, setRead] = useState(left ? left.read : shift)
  const base = draftOf(read)
  const [draft, setDraft] = useState(left?.draft ?? base)
  const [versionIndex, setVersionIndex] = useState(() => indexNow(draft.versions, today))
  const [selected, setSelected] = useState<number | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [yearOpen, setYearOpen] = useState(false)
  const from = useRef<HTMLInputElement>(null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base)
  if (shift !== read && !isDirty) {
    setRead(shift)
    setDraft(draftOf(shift))
  }
  useKeptDraft('shift', shift?.shiftId ?? null, isDirty, { read, draft } satisfies Kept)
  const blocked = useLeavePattern(isDirty && !save.isPending, shift?.shiftId ?? null)

  const version = draft.versions[versionIndex] ?? draft.versions[0] ?? { effectiveFrom: null, periods: [], breaks: [] }
  const period = selected === null ? undefined : version.periods[selected]
  const savedWeek = base.versions[versionIndex]
  const hours = (week: Week) => formatHours(workingMinutes(week) / 60)
  const setWeek = (week: Week) =>
    setDraft((now) => ({
      ...now,
      versions: now.versions.map((other, at) => (at === versionIndex ? { ...other, ...week } : other)),
    }))
  const discard = () => {
    const latest = draftOf(shift)
    setRead(shift)
    setDraft(latest)
    setVersionIndex(indexNow(latest.versions, today))
    setSelected(null)
    save.reset()
  }
  const { ask, dialog } = useConfirmChange()
  const store = async (values = draft, version = read?.version) => {
    const saved = await save.mutateAsync({
      ...values,
      name: values.name.trim(),
      ...(read && { shiftId: read.shiftId, version }),
    })
    const { defaultShiftId } = await client.ensureQueryData(organisationQuery())
    const asDefault = read === null && defaultShiftId === saved.shiftId ? " as the organization's default" : ''
    toast.success(`${saved.name} saved${asDefault}`, undoAction(saved))
    setRead(saved)
    setDraft(draftOf(saved))
    onSaved(saved.shiftId)
  }
  const changesWeeks = JSON.stringify(draft.versions) !== JSON.stringify(base.versions)
  const submit = () =>
    ask({
      title: `Save ${draft.name.trim()}?`,
      confirmLabel: 'Save',
      change: read && changesWeeks ? { kind: 'shift', shiftId: read.shiftId, versions: draft.versions } : null,
      act: () => store(),
    })
  const error = save.error ?? remove.error
  const missing = draft.name.trim() === '' ? 'Give it a name' : isDirty ? null : 'Nothing has changed'
  const actions = (
    <>
      {isDirty && (
        <Chip tone="projectedLate" icon={<Pencil />}>
          Unsaved changes
        </Chip>
      )}
      <Button disabled={!isDirty} onClick={discard}>
        Discard
      </Button>
      <Button
        variant="primary"
        icon={<Check />}
        busy={save.isPending}
        busyLabel="Saving…"
        disabledReason={refusal ?? missing}
        onClick={submit}
      >
        Save pattern
      </Button>
    </>
  )
  return (
    <WorkingTimeFrame current="shifts" actions={actions}>
      <div className="flex grow max-lg:flex-col">
        {list}
        <div className="flex min-w-0 grow flex-col gap-4 bg-surface p-5 max-md:p-4">
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Name"
              className="w-52"
              maxLength={120}
              readOnly={refusal !== null}
              value={draft.name}
              error={fieldProblem(save.error, 'name')}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
            <VersionBar
              {...{ today, refusal }}
              versions={draft.versions}
              index={versionIndex}
              dateText={(date) => formatDate(`${date}T00:00:00Z`, dates)}
              onVersions={(versions, index) => {
                setDraft({ ...draft, versions })
                setVersionIndex(index)
                setSelected(null)
              }}
            />
            {shift && (
              <Button className="ml-auto" icon={<Trash2 />} disabledReason={refusal} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </div>
          {error && !fieldProblem(error, 'name') && (
            <Alert>{fieldProblem(error, 'versions') ?? errorSentence(error)}</Alert>
          )}
          <WeekGrid
            week={version}
            timeFormat={dates.timeFormat}
            onWeek={setWeek}
            onSelect={setSelected}
            onEdit={() => from.current?.focus()}
            {...{ selected, refusal }}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
            <span>
              <span className="font-semibold text-ink">{hours(version)}</span> a week
              {savedWeek && hours(savedWeek) !== hours(version) && `, was ${hours(savedWeek)}`}
            </span>
            <span className="ml-auto flex items-center gap-1.5 text-label max-md:hidden">
              <KeyCap keys="←" /> <KeyCap keys="→" /> 15 min <KeyCap keys="Shift" /> resize <KeyCap keys="Delete" />{' '}
              remove
            </span>
          </div>
          <div className="flex flex-col gap-3">
            <Button className="self-start" pressed={yearOpen} onClick={() => setYearOpen(!yearOpen)}>
              Year preview
            </Button>
            {yearOpen && (
              <Suspense fallback={<Skeleton className="h-60 w-full" />}>
                <YearPreview name={draft.name} versions={draft.versions} {...{ timeZone, holidays, exceptions }} />
              </Suspense>
            )}
          </div>
        </div>
        <aside className="shrink-0 border-line-2 border-l bg-surface max-lg:border-t max-lg:border-l-0 lg:w-76">
          {period && selected !== null && (
            <PeriodFields
              key={`${versionIndex} ${selected}`}
              week={version}
              index={selected}
              fromRef={from}
              onWeek={setWeek}
              onClose={() => setSelected(null)}
              {...{ period, refusal }}
            />
          )}
          {aside}
        </aside>
      </div>
      <ConfirmDialog
        open={deleting}
        danger
        title={`Delete ${shift?.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onCancel={() => setDeleting(false)}
        onConfirm={() =>
          shift && remove.mutate(shift.shiftId, { onSuccess: onGone, onError: () => setDeleting(false) })
        }
      >
        A pattern that work centers or the organization use cannot be deleted.
      </ConfirmDialog>
      {dialog}
      {read && (
        <StaleRecord
          error={save.error}
          subject={`Shift pattern ${read.name}`}
          base={read}
          yours={{ ...read, ...draft }}
          fields={shiftFields((date) => formatDate(`${date}T00:00:00Z`, dates))}
          readAgain={async () =>
            (await client.fetchQuery({ ...shiftsQuery(), staleTime: 0 })).find(
              ({ shiftId }) => shiftId === read.shiftId,
            )
          }
          busy={save.isPending}
          onSave={({ name, versions }, theirs) => void store({ name, versions }, theirs.version).catch(() => {})}
          onBack={save.reset}
          onTakeTheirs={discard}
        />
      )}
      <UnsavedChangesDialog blocked={blocked} />
    </WorkingTimeFrame>
  )
}
