import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { CalendarException, Holiday } from '#contract/holidays.ts'
import { type Shift, ShiftInput, type ShiftVersion } from '#contract/shifts.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { saveShiftMutation } from '#web/api/working-time/shifts.mutations.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatDay } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { currentVersion, emptyVersion } from './current-version.ts'
import { DeleteShiftButton } from './delete-shift-button.tsx'
import { PeriodFields } from './period-fields.tsx'
import { shiftFields } from './shift-fields.ts'
import { useLeavePattern } from './use-leave-pattern.ts'
import { VersionBar } from './version-bar.tsx'
import { WeekGrid } from './week-grid.tsx'
import { type Week, workingMinutes } from './week-model.ts'

const YearPreview = lazyPart(() => import('./year-preview.tsx').then(({ YearPreview }) => YearPreview))

interface ShiftEditorProps {
  /** Null for a new pattern. */
  readonly shift: Shift | null
  readonly today: string
  readonly holidays: readonly Holiday[]
  readonly exceptions: readonly CalendarException[]
  readonly refusal: string | null
  /** The patterns, left of the week. */
  readonly list: ReactNode
  /** The users of the pattern and the upcoming exceptions, beside the week. */
  readonly aside: ReactNode
  readonly onSaved: (shiftId: string) => void
  readonly onGone: () => void
}

const weekdays = [1, 2, 3, 4, 5]
const onWeekdays = (fromMinute: number, toMinute: number) =>
  weekdays.map((weekday) => ({ weekday, fromMinute, toMinute }))
/** The initial week of a new pattern. With an empty week, a run could schedule nothing. */
const usualVersion: ShiftVersion = {
  effectiveFrom: null,
  periods: onWeekdays(7 * 60, 15 * 60 + 30),
  breaks: onWeekdays(11 * 60, 11 * 60 + 30),
}
/** Another server may not return the weeks of a pattern. */
const versionsOf = (shift: Shift | null): ShiftVersion[] => {
  if (shift === null) return [usualVersion]
  return shift.versions.length > 0 ? shift.versions : [emptyVersion]
}
const indexNow = (versions: ShiftVersion[], today: string) =>
  Math.max(0, versions.indexOf(currentVersion(versions, today)))
const hours = (week: Week) => formatHours(workingMinutes(week) / 60)

/** The form of a pattern, and the displayed week of it. */
function useShiftForm(shift: Shift | null, today: string) {
  const editor = useRecordForm({
    entityType: 'shift',
    entityId: shift?.shiftId ?? null,
    record: shift,
    valuesOf: (record: Shift | null) => ({ name: record?.name ?? '', versions: versionsOf(record) }),
    schemaOf: () => ShiftInput,
  })
  const { value: versions, onChange: setVersions } = editor.choice('versions')
  const [versionIndex, setVersionIndex] = useState(() => indexNow(versions, today))
  /** The period whose fields are open. */
  const [selected, setSelected] = useState<number | null>(null)
  const show = (index: number) => {
    setVersionIndex(index)
    setSelected(null)
  }
  return {
    ...editor,
    versions,
    versionIndex,
    week: versions[versionIndex] ?? versions[0] ?? emptyVersion,
    selected,
    setSelected,
    // Reads the current form values, because a drag calls this more often than the screen renders.
    setWeek: (week: Week) =>
      setVersions(
        editor.form.getValues('versions').map((other, at) => (at === versionIndex ? { ...other, ...week } : other)),
      ),
    setVersions: (next: ShiftVersion[], index: number) => {
      setVersions(next)
      show(index)
    },
    discard: () => {
      editor.rebase(shift)
      show(indexNow(versionsOf(shift), today))
    },
  }
}

type ShiftForm = ReturnType<typeof useShiftForm>

/** Saves a pattern. A change of its weeks must be confirmed first. */
function useSaveShift(editor: ShiftForm, onSaved: (shiftId: string) => void) {
  const client = useQueryClient()
  const save = useMutation(saveShiftMutation(client))
  const { ask, dialog } = useConfirmChange()
  const { base, attempt, rebase } = editor
  const store = (wanted: ShiftInput, version = base?.version) =>
    attempt(async () => {
      const saved = await save.mutateAsync({ ...wanted, ...(base && { shiftId: base.shiftId, version }) })
      const { defaultShiftId } = await client.ensureQueryData(tenantSettingsQuery())
      const asDefault = base === null && defaultShiftId === saved.shiftId ? " as the organization's default" : ''
      toast.success(`${saved.name} saved${asDefault}`, undoAction(saved))
      rebase(saved)
      onSaved(saved.shiftId)
    })
  const submit = editor.form.handleSubmit((wanted) => {
    const changesWeeks = base !== null && JSON.stringify(wanted.versions) !== JSON.stringify(base.versions)
    ask({
      title: `Save ${wanted.name}?`,
      confirmLabel: 'Save',
      change: changesWeeks ? { kind: 'shift', shiftId: base.shiftId, versions: wanted.versions } : null,
      act: () => store(wanted),
    })
  })
  return { store, submit, dialog }
}

/** The editor for the weeks of one pattern. Nothing is stored before "Save pattern". */
export function ShiftEditor(props: ShiftEditorProps) {
  const { shift, today, holidays, exceptions, refusal, list, aside, onSaved, onGone } = props
  const client = useQueryClient()
  const dates = useDateSettings()
  const dateText = (date: string) => formatDay(date, dates)
  const editor = useShiftForm(shift, today)
  const { form, base, isDirty, week, selected, setSelected, setWeek } = editor
  const { store, submit, dialog } = useSaveShift(editor, onSaved)
  const switching = useLeavePattern(isDirty && !editor.isBusy)
  const formId = useId()
  const from = useRef<HTMLInputElement>(null)
  const period = selected === null ? undefined : week.periods[selected]
  return (
    <WorkingTimeFrame current="shifts" actions={<EditorActions editor={editor} formId={formId} refusal={refusal} />}>
      <div className="flex grow max-lg:flex-col">
        {list}
        <div className="flex min-w-0 grow flex-col gap-4 bg-surface p-5 max-md:p-4">
          <ShiftHead
            editor={editor}
            formId={formId}
            shift={shift}
            today={today}
            refusal={refusal}
            dateText={dateText}
            onGone={onGone}
            onSubmit={submit}
          />
          <WeekGrid
            timeFormat={dates.timeFormat}
            onWeek={setWeek}
            onSelect={setSelected}
            onEdit={() => from.current?.focus()}
            week={week}
            selected={selected}
            refusal={refusal}
          />
          <WeekHours week={week} saved={base?.versions[editor.versionIndex]} />
          <YearSection>
            <YearPreview
              name={form.watch('name')}
              versions={editor.versions}
              holidays={holidays}
              exceptions={exceptions}
            />
          </YearSection>
        </div>
        <aside className="shrink-0 border-line-2 border-l bg-surface max-lg:border-t max-lg:border-l-0 lg:w-76">
          {period && selected !== null && (
            <PeriodFields
              key={`${editor.versionIndex} ${selected}`}
              week={week}
              index={selected}
              fromRef={from}
              onWeek={setWeek}
              onClose={() => setSelected(null)}
              period={period}
              refusal={refusal}
            />
          )}
          {aside}
        </aside>
      </div>
      {dialog}
      {base && (
        <StaleRecord
          error={editor.failure}
          subject={`Shift pattern ${base.name}`}
          base={base}
          yours={{ ...base, ...form.getValues() }}
          fields={shiftFields(dateText)}
          readAgain={async () =>
            (await client.fetchQuery({ ...shiftsQuery(), staleTime: 0 })).find(
              ({ shiftId }) => shiftId === base.shiftId,
            )
          }
          busy={editor.isBusy}
          onSave={({ name, versions }, theirs) => void store({ name, versions }, theirs.version)}
          onBack={editor.forgetFailure}
          onTakeTheirs={editor.discard}
        />
      )}
      <UnsavedChangesDialog blocked={switching} />
    </WorkingTimeFrame>
  )
}

type EditorActionsProps = { editor: ShiftForm; formId: string; refusal: string | null }

const EditorActions = ({ editor: { isDirty, isBusy, discard }, formId, refusal }: EditorActionsProps) => (
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
      type="submit"
      form={formId}
      variant="primary"
      icon={<Check />}
      busy={isBusy}
      busyLabel="Saving…"
      disabledReason={refusal ?? (!isDirty && 'Nothing has changed')}
    >
      Save pattern
    </Button>
  </>
)

type ShiftHeadProps = EditorActionsProps &
  Pick<ShiftEditorProps, 'shift' | 'today' | 'onGone'> & {
    dateText: (date: string) => string
    onSubmit: () => Promise<void>
  }

/** Name of the pattern, choice of its week, and errors in the weeks. */
function ShiftHead({ editor, formId, shift, today, refusal, dateText, onGone, onSubmit }: ShiftHeadProps) {
  const versionsProblem = editor.problemOf('versions')
  return (
    <Form
      id={formId}
      className="flex flex-col gap-4"
      frame={editor}
      disabledReason={refusal ?? (!editor.isDirty && 'Nothing has changed')}
      onSubmit={onSubmit}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Name"
          className="w-52"
          maxLength={120}
          readOnly={refusal !== null}
          {...editor.field('name')}
        />
        <VersionBar
          today={today}
          refusal={refusal}
          dateText={dateText}
          versions={editor.versions}
          index={editor.versionIndex}
          onVersions={editor.setVersions}
        />
        {shift && <DeleteShiftButton shift={shift} refusal={refusal} onGone={onGone} />}
      </div>
      {versionsProblem && <Alert>{versionsProblem}</Alert>}
    </Form>
  )
}

/** Working hours of the displayed week, and the saved ones for comparison. */
const WeekHours = ({ week, saved }: { week: Week; saved: Week | undefined }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
    <span>
      <span className="font-semibold text-ink">{hours(week)}</span> a week
      {saved && hours(saved) !== hours(week) && `, was ${hours(saved)}`}
    </span>
    <span className="ml-auto flex items-center gap-1.5 text-label max-md:hidden">
      <KeyCap keys="←" /> <KeyCap keys="→" /> 15 min <KeyCap keys="Shift" /> resize <KeyCap keys="Delete" /> remove
    </span>
  </div>
)

function YearSection({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <Button className="self-start" pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        Year preview
      </Button>
      {isOpen && <Suspense fallback={<Skeleton className="h-60 w-full" />}>{children}</Suspense>}
    </div>
  )
}
