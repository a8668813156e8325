import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { type HolidayTemplate, HolidayTemplateInput } from '#contract/holidays.ts'
import { saveTemplateMutation } from '#web/api/working-time/holidays.mutations.ts'
import { holidayTemplatesQuery } from '#web/api/working-time/holidays.queries.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatDay } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const maxRows = 500

const comparedFields = (dayWords: (date: string) => string): RecordField<HolidayTemplate>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  {
    key: 'items',
    label: 'Days',
    format: ({ items }) => items.map(({ name, date }) => `${dayWords(date)} ${name}`).join('\n') || 'None',
  },
]

/** The name under which the draft of this dialog is stored. */
export const templateEntity = 'holiday-template'

const useTemplateForm = (template: HolidayTemplate | null) =>
  useRecordForm({
    entityType: templateEntity,
    record: template,
    valuesOf: (record: HolidayTemplate | null) => ({ name: record?.name ?? '', items: record?.items ?? [] }),
    schemaOf: () => HolidayTemplateInput,
  })

/** Creates a template of the organization, or changes its name and days. Mounting opens the dialog. */
export function TemplateDialog({ template, onClose }: { template: HolidayTemplate | null; onClose: () => void }) {
  const client = useQueryClient()
  const save = useMutation(saveTemplateMutation(client))
  const editor = useTemplateForm(template)
  const { form, base, attempt, submit, field } = editor
  const dates = useDateSettings()
  const store = async (wanted: HolidayTemplateInput, version = base?.version) => {
    const saved = await save.mutateAsync({ ...wanted, ...(base && { templateId: base.templateId, version }) })
    toast.success(`${saved.name} saved`, undoAction(saved))
    onClose()
  }
  return (
    <FormDialog
      title={template ? `Edit template ${template.name}` : 'New holiday template'}
      description="Days that can be added to the organization's holidays in one step."
      submitLabel="Save template"
      busyLabel="Saving…"
      frame={editor}
      onSubmit={submit((wanted) => store(wanted))}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <DayRows editor={editor} />
      {base && (
        <StaleRecord
          error={editor.failure}
          subject={`Template ${base.name}`}
          base={base}
          yours={{ ...base, ...form.getValues() }}
          fields={comparedFields((day) => formatDay(day, dates))}
          readAgain={async () =>
            (await client.fetchQuery({ ...holidayTemplatesQuery(), staleTime: 0 })).find(
              ({ templateId }) => templateId === base.templateId,
            )
          }
          busy={editor.isBusy}
          onSave={({ name, items }, theirs) => void attempt(() => store({ name, items }, theirs.version))}
          onBack={editor.forgetFailure}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}

function DayRows({ editor: { form, field } }: { editor: ReturnType<typeof useTemplateForm> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-ink-2 text-label">Days</legend>
      {fields.length === 0 && <p className="text-ink-3">None yet.</p>}
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-start gap-2">
          <DateField
            hideLabel
            label={`Date of day ${index + 1}`}
            className="w-36 shrink-0"
            {...field(`items.${index}.date`)}
          />
          <TextField
            hideLabel
            label={`Name of day ${index + 1}`}
            placeholder="Name"
            className="min-w-0 grow"
            maxLength={120}
            {...field(`items.${index}.name`)}
          />
          <IconButton label={`Remove day ${index + 1}`} icon={<X />} onClick={() => remove(index)} />
        </div>
      ))}
      <Button
        size="small"
        className="self-start"
        icon={<Plus />}
        disabledReason={fields.length >= maxRows ? `A template can contain at most ${maxRows} days` : null}
        onClick={() => append({ name: '', date: '' })}
      >
        Add day
      </Button>
    </fieldset>
  )
}
