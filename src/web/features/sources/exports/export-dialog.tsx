import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ExchangePlaces } from '#contract/exchange.ts'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import { keysOf } from '#domain/record-of.ts'
import { changeExportMutation, createExportMutation } from '#web/api/integrations/scheduled-exports.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ClockFields } from '../fields/clock-fields.tsx'
import { SignInFields } from '../fields/sign-in-fields.tsx'
import { type ExportValues, exportSchema, exportValues, missingTarget } from './export-form.ts'
import { contentTitles, formatTitles } from './export-words.ts'

const optionsOf = <Value extends string>(titles: Readonly<Record<Value, string>>) =>
  keysOf(titles).map((value) => ({ value, label: titles[value] }))

const contents = optionsOf(contentTitles)
const formats = optionsOf(formatTitles)
const targets = [
  { value: 'folder', label: 'A file in the folder on the server' },
  { value: 'address', label: 'An address of another system' },
]
const methods = [
  { value: 'POST', label: 'POST' },
  { value: 'PUT', label: 'PUT' },
]
const schedules = [
  { value: 'daily', label: 'Daily' },
  { value: 'hourly', label: 'Every hour' },
]

type Fields = {
  form: Pick<ContractForm<ExportValues, unknown>, 'field' | 'problemOf'> & {
    form: Pick<ContractForm<ExportValues, unknown>['form'], 'watch' | 'register'>
  }
  places: ExchangePlaces
  hasSecret: boolean
}

/** The address to which the file is sent, and how the server signs in there. */
const AddressFields = ({ form: { field, form }, places, hasSecret }: Fields) => (
  <>
    <TextField
      label="Address"
      type="url"
      required
      autoComplete="off"
      maxLength={2_000}
      placeholder={`${places.allowedOrigins[0] ?? 'https://erp.example.com'}/dates`}
      description={`Allowed here: ${places.allowedOrigins.join(', ')}`}
      {...field('target.url')}
    />
    <SelectField label="Method" options={methods} {...field('target.method')} />
    <SignInFields
      kind={form.watch('target.signIn.kind')}
      kindField={field('target.signIn.kind')}
      headerField={field('target.signIn.header')}
      userField={field('target.signIn.user')}
      secretField={field('secret')}
      hasSecret={hasSecret}
    />
  </>
)

/** Where the file goes. */
function TargetFields({ form, places, hasSecret }: Fields) {
  const kind = form.form.watch('target.kind')
  const missing = missingTarget(kind, places)
  return (
    <>
      <SelectField label="Where to" options={targets} {...form.field('target.kind')} />
      {missing ? (
        <Alert kind="info">{missing}</Alert>
      ) : kind === 'address' ? (
        <AddressFields form={form} places={places} hasSecret={hasSecret} />
      ) : (
        <TextField
          label="File name"
          required
          autoComplete="off"
          placeholder="dates.csv"
          description={
            <>
              In the folder <span className="break-all">{places.folder}/out</span>. It replaces the file before.
            </>
          }
          {...form.field('target.fileName')}
        />
      )}
    </>
  )
}

type ExportDialogProps = {
  /** The export that is changed; null = a new one. */
  before: ScheduledExport | null
  places: ExchangePlaces
  onClose: () => void
}

/** Sets up an export of dates, or changes one. */
export function ExportDialog({ before, places, onClose }: ExportDialogProps) {
  const client = useQueryClient()
  const create = useMutation(createExportMutation(client))
  const change = useMutation(changeExportMutation(client))
  const { form, submit, field, problemOf, ...frame } = useContractForm({
    schema: exportSchema(before),
    values: exportValues(before, places),
    mode: 'onSubmit',
  })
  const kind = form.watch('target.kind')
  return (
    <FormDialog
      title={before ? `Change ${before.name}` : 'New export'}
      description="Sends the dates of the plan to another system at set times."
      submitLabel={before ? 'Save' : 'Set up'}
      busyLabel="Saving…"
      frame={frame}
      disabledReason={missingTarget(kind, places) === null ? null : 'There is no such place on this server'}
      onSubmit={submit(async (input) => {
        await (before ? change.mutateAsync({ of: before, change: input }) : create.mutateAsync(input))
        toast.success(before ? 'Export changed' : 'Export set up')
        onClose()
      })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={80}
        placeholder="Dates for the ERP"
        {...field('name')}
      />
      <SelectField label="What" options={contents} {...field('datesOf')} />
      <SelectField label="Format" options={formats} {...field('format')} />
      <Checkbox
        label="Only those with an external ID, which came from another system"
        {...form.register('importedOnly')}
      />
      <TargetFields form={{ form, field, problemOf }} places={places} hasSecret={before?.hasSecret ?? false} />
      <SelectField
        label="When"
        options={schedules}
        description="Time of your organization."
        {...field('schedule.kind')}
      />
      <ClockFields
        kind={form.watch('schedule.kind')}
        minuteField={field('schedule.minute')}
        timeField={field('schedule.at')}
        dayField={(index) => form.register(`schedule.weekdays.${index}`)}
        noDay={problemOf('schedule.weekdays')}
      />
    </FormDialog>
  )
}
