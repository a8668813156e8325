import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { z } from 'zod/mini'
import type { ResponseOf } from '#contract/endpoint.ts'
import { IcsText, type importHolidays } from '#contract/holidays.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import { importHolidaysMutation } from '#web/api/working-time/holidays.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useChangeInForm } from '#web/components/working-time-change/use-change-in-form.tsx'
import { calendarText } from '#web/lib/calendar-text.ts'
import { formatDay } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { partOfDay } from './part-of-day.ts'

const CalendarFile = z.object({ fileName: z.string(), ics: IcsText })

const shownErrors = 20

/** Reads a calendar file, shows its days, and adds them if all of them are valid. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const read = useMutation(importHolidaysMutation(useQueryClient()))
  const add = useMutation(importHolidaysMutation(useQueryClient()))
  const { form, attempt, problemOf, ...frame } = useContractForm({
    schema: CalendarFile,
    values: { fileName: '', ics: '' },
  })
  const fileName = form.watch('fileName')
  const choose = async (file: File) => {
    read.reset()
    form.reset({ fileName: file.name, ics: calendarText(new Uint8Array(await file.arrayBuffer())) })
    await form.handleSubmit(({ ics }) => attempt(() => read.mutateAsync({ ics, dryRun: true })))()
  }
  const found = read.data
  const refusal = !found
    ? 'Choose a file'
    : found.errors.length > 0
      ? 'Some events cannot be read'
      : found.added.length === 0
        ? 'Nothing to add'
        : null
  const { ask, confirming, effect } = useChangeInForm(found)
  const submit = ({ ics }: z.infer<typeof CalendarFile>) =>
    found &&
    ask({
      confirmLabel: 'Add to the calendar',
      change: { kind: 'holidays', holidays: found.added },
      act: () =>
        attempt(async () => {
          const answer = await add.mutateAsync({ ics, dryRun: false })
          toast.success(`${formatCount(answer.added.length, 'holiday')} added`, undoAction(answer))
          onClose()
        }),
    })
  return (
    <FormDialog
      title="Import calendar"
      description="An iCalendar file (.ics): its events become closed days, or closed parts of days, of the organization."
      submitLabel={
        found && found.added.length > 0 ? `Add ${formatCount(found.added.length, 'holiday')}` : 'Add holidays'
      }
      busyLabel={read.isPending ? 'Reading…' : 'Adding…'}
      disabledReason={refusal}
      frame={frame}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      {...confirming}
    >
      <FileChoice fileName={fileName} onChoose={choose} />
      {problemOf('ics') && <Alert>{problemOf('ics')}</Alert>}
      {found && <FoundDays {...found} />}
      {effect}
    </FormDialog>
  )
}

interface FileChoiceProps {
  readonly fileName: string
  readonly onChoose: (file: File) => void
}

function FileChoice({ fileName, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Button icon={<FileUp />} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <span className="min-w-0 truncate text-ink-2" title={fileName}>
        {fileName || 'No file chosen'}
      </span>
      <input
        ref={input}
        type="file"
        aria-label="Calendar file"
        accept=".ics,text/calendar"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChoose(file)
          // Without this, selecting the same file again after a correction would fire no change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** The content of a calendar file: events that cannot be read, days that exist already, and new days. */
function FoundDays({ errors, notes, duplicates, added }: ResponseOf<typeof importHolidays>) {
  const dates = useDateSettings()
  return (
    <>
      {errors.length > 0 && (
        <Alert>
          Fix these first. Nothing has been added yet:
          <ul>
            {errors.slice(0, shownErrors).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {notes.length > 0 && (
        <ul className="text-ink-2">
          {notes.slice(0, shownErrors).map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}.
            </li>
          ))}
        </ul>
      )}
      {duplicates.length > 0 && <p className="text-ink-2">{formatCount(duplicates.length, 'day')} already there.</p>}
      {added.length > 0 && (
        <ul className="max-h-60 overflow-y-auto rounded border border-line">
          {added.map(({ name, date, rule, ...hours }) => (
            <li
              key={`${date} ${hours.fromMinute} ${name}`}
              className="flex gap-3 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <span className="w-28 shrink-0 tabular-nums">{formatDay(date, dates)}</span>
              <span className="min-w-0 grow truncate">{name}</span>
              {hours.fromMinute !== null && <span className="text-ink-2 tabular-nums">{partOfDay(hours, dates)}</span>}
              {rule && <span className="text-ink-3">{ruleText(rule)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
