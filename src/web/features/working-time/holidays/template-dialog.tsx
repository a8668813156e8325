import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { type HolidayTemplate, HolidayTemplateInput } from '#contract/holidays.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { saveTemplateMutation } from '#web/api/holidays.mutations.ts'
import { holidayTemplatesQuery } from '#web/api/holidays.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { formatDate } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Row {
  /** Rows have no id of their own; a number keeps the fields of one together while others go. */
  readonly key: number
  readonly name: string
  readonly date: string
}

const maxRows = 500

const comparedFields = (dayWords: (date: string) => string): RecordField<HolidayTemplate>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  {
    key: 'items',
    label: 'Days',
    format: ({ items }) => items.map(({ name, date }) => `${dayWords(date)} ${name}`).join('\n') || 'None',
  },
]

/** Of its draft. */
export const templateEntity = 'holiday-template'

/** Creates a template of the organisation's own, or changes its name and days. Mount it to open it. */
export function TemplateDialog({ template, onClose }: { template: HolidayTemplate | null; onClose: () => void }) {
  const client = useQueryClient()
  const save = useMutation(saveTemplateMutation(client))
  const [{ name, rows }, change] = useDialogDraft(templateEntity, template, {
    name: template?.name ?? '',
    rows: (template?.items ?? []).map((item, key): Row => ({ key, ...item })),
  })
  const dates = { ...useDateSettings(), zone: 'UTC' }
  const nextKey = useRef(Math.max(-1, ...rows.map(({ key }) => key)) + 1)
  const setRows = (next: Row[]) => change({ rows: next })
  const set = (key: number, fields: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  const add = () => {
    setRows([...rows, { key: nextKey.current, name: '', date: '' }])
    nextKey.current++
  }
  const input = { name: name.trim(), items: rows.map((row) => ({ name: row.name.trim(), date: row.date })) }
  const parsed = HolidayTemplateInput.safeParse(input)
  const refusal =
    input.name === ''
      ? 'Give it a name'
      : input.items.some((item) => item.name === '' || item.date === '')
        ? 'Every day needs a name and a date'
        : parsed.success
          ? null
          : (parsed.error.issues[0]?.message ?? 'Something is missing')
  const store = (wanted: HolidayTemplateInput, version = template?.version) =>
    save.mutate(
      { ...wanted, ...(template && { templateId: template.templateId, version }) },
      {
        onSuccess: (saved) => {
          toast.success(`${saved.name} saved`, undoAction(saved))
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={template ? `Edit template ${template.name}` : 'New holiday template'}
      description="Days that can be added to the organization's holidays in one step."
      submitLabel="Save template"
      busy={save.isPending}
      busyLabel="Saving…"
      disabledReason={refusal}
      onClose={onClose}
      onSubmit={() => store(input)}
    >
      {save.error && <Alert>{errorSentence(save.error)}</Alert>}
      <TextField
        label="Name"
        required
        maxLength={120}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1 text-ink-2 text-label">Days</legend>
        {rows.length === 0 && <p className="text-ink-3">None yet.</p>}
        {rows.map((row, index) => (
          <div key={row.key} className="flex items-center gap-2">
            <DateField
              hideLabel
              label={`Date of day ${index + 1}`}
              className="w-36 shrink-0"
              value={row.date}
              onChange={(event) => set(row.key, { date: event.target.value })}
            />
            <TextField
              hideLabel
              label={`Name of day ${index + 1}`}
              placeholder="Name"
              className="min-w-0 grow"
              maxLength={120}
              value={row.name}
              onChange={(event) => set(row.key, { name: event.target.value })}
            />
            <IconButton
              label={`Remove day ${index + 1}`}
              icon={<X />}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          </div>
        ))}
        <Button
          size="small"
          className="self-start"
          icon={<Plus />}
          disabledReason={rows.length >= maxRows ? `A template holds ${maxRows} days at most` : null}
          onClick={add}
        >
          Add day
        </Button>
      </fieldset>
      {template && (
        <StaleRecord
          error={save.error}
          subject={`Template ${template.name}`}
          base={template}
          yours={{ ...template, ...input }}
          fields={comparedFields((day) => formatDate(`${day}T00:00:00Z`, dates))}
          readAgain={async () =>
            (await client.fetchQuery({ ...holidayTemplatesQuery(), staleTime: 0 })).find(
              ({ templateId }) => templateId === template.templateId,
            )
          }
          busy={save.isPending}
          onSave={({ name: wanted, items }, theirs) => store({ name: wanted, items }, theirs.version)}
          onBack={save.reset}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}
