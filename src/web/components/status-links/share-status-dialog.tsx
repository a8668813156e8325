import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { StatusLinkInput, type StatusLinkTerm, statusPath } from '#contract/status-links.ts'
import { createStatusLinkMutation } from '#web/api/status-links.mutations.ts'
import { statusLinksQuery } from '#web/api/status-links.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { StatusLinkList } from './status-link-list.tsx'

const terms: readonly { readonly value: StatusLinkTerm; readonly label: string }[] = [
  { value: 'in30Days', label: 'After 30 days' },
  { value: 'in90Days', label: 'After 90 days' },
  { value: 'afterShipment', label: '14 days after shipment or cancellation' },
]

type ShareStatusDialogProps = { project: { projectId: string; title: string }; onClose: () => void }

/** Makes an address that shows a customer where a project stands, and lists those that were made before. */
export function ShareStatusDialog({ project, onClose }: ShareStatusDialogProps) {
  const create = useMutation(createStatusLinkMutation(useQueryClient(), project.projectId))
  const links = useQuery(statusLinksQuery(project.projectId))
  const { form, submit, field, ...frame } = useContractForm({
    schema: StatusLinkInput,
    values: { reference: '', showsForecast: true, expires: 'in90Days' },
  })
  const made = create.data
  if (made) {
    return (
      <ShownOnceDialog
        title={`Status of ${project.title}`}
        description="Send this address to the customer. It opens without signing in."
        label="Address"
        text={made.linkToken === null ? '' : `${location.origin}${statusPath}${made.linkToken}`}
        hint="Anyone who has the address sees this page. It is shown only once."
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title="Share status"
      description={`The customer sees your organization's name, ${project.title}, its dates and phases, and nothing else.`}
      submitLabel="Create address"
      busyLabel="Creating…"
      frame={frame}
      onSubmit={submit(async (input) => {
        await create.mutateAsync(input)
      })}
      onClose={onClose}
    >
      <TextField
        label="Customer's reference"
        placeholder="PO 4711"
        description="Shown on the page, so that they find their order."
        maxLength={100}
        {...field('reference')}
      />
      <Checkbox label="Show the forecast: on time, or the expected date" {...form.register('showsForecast')} />
      <SelectField label="The address ends" options={terms} {...field('expires')} />
      <section aria-label="Links of this project" className="rounded border border-line-2">
        <StatusLinkList
          query={links}
          titleOf={({ reference }) => reference || 'No reference'}
          empty="No address has been made for this project yet."
        />
      </section>
    </FormDialog>
  )
}
