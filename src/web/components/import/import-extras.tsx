import type { ImportCalendar, ImportKind, ImportPreview } from '#contract/imports.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ImportQuestions } from './import-questions.tsx'
import type { ImportDraft } from './import-rows.ts'
import { namesText } from './import-words.ts'
import { LeftOutColumns } from './left-out-columns.tsx'
import type { Import } from './use-import.ts'

/** Work centers in the table that do not exist yet, with a choice whether to create them. */
function NewWorkCenters({
  preview,
  draft,
  choose,
}: { preview: ImportPreview; draft: ImportDraft } & Pick<Import, 'choose'>) {
  const names = preview.workCenters.length > 0 ? preview.workCenters : preview.unknownWorkCenters
  if (names.length === 0) return null
  return (
    <Checkbox
      label={`Create ${formatCount(names.length, 'work center')}: ${namesText(names)}`}
      checked={draft.createsWorkCenters ?? true}
      onChange={(event) => choose({ createsWorkCenters: event.currentTarget.checked })}
    />
  )
}

const calendarText = (
  { name, closedDays }: ImportCalendar,
  planned: ImportPreview['calendars'][number] | undefined,
): string => {
  const days = planned?.holidays ?? closedDays.length
  const action =
    planned && planned.action !== 'create' ? ` (${planned.action === 'update' ? 'updates it' : 'no change'})` : ''
  const problem = planned?.problem ? `: ${planned.problem}` : ''
  return `Shift pattern ${name}${action}${days > 0 ? ` and ${formatCount(days, 'holiday')}` : ''}${problem}`
}

/** The calendars of a project plan. An admin selects which of them to import. */
function Calendars({
  preview,
  draft,
  chooseCalendar,
}: { preview: ImportPreview; draft: ImportDraft } & Pick<Import, 'chooseCalendar'>) {
  const refusal = useRefusal('manageShifts')
  const { foundCalendars, calendars } = draft
  if (foundCalendars.length === 0) return null
  if (refusal !== null) {
    const names = namesText(foundCalendars.map(({ name }) => name))
    return (
      <Alert kind="info">
        The plan's calendars are not imported, because only admins can import working time: {names}.
      </Alert>
    )
  }
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1.5">
      <legend className="mb-1 text-ink-2">Also import from the plan</legend>
      {foundCalendars.map((calendar) => (
        <Checkbox
          key={calendar.name}
          label={calendarText(
            calendar,
            preview.calendars.find(({ name }) => name.toLowerCase() === calendar.name.toLowerCase()),
          )}
          checked={calendars.some(({ name }) => name === calendar.name)}
          onChange={(event) => chooseCalendar(calendar, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

type ImportExtrasProps = {
  kind: ImportKind
  state: Pick<Import, 'preview' | 'choose' | 'chooseCalendar'>
  draft: ImportDraft
}

/** Other records that an import would create, and questions about them. */
export function ImportExtras({ kind, state, draft }: ImportExtrasProps) {
  const { preview, choose, chooseCalendar } = state
  if (!preview) return null
  const questions = (
    <>
      <ImportQuestions preview={preview} draft={draft} choose={choose} />
      <LeftOutColumns kind={kind} preview={preview} draft={draft} choose={choose} />
    </>
  )
  if ('records' in preview) return questions
  return (
    <>
      {questions}
      <NewWorkCenters preview={preview} draft={draft} choose={choose} />
      <Calendars preview={preview} draft={draft} chooseCalendar={chooseCalendar} />
    </>
  )
}
