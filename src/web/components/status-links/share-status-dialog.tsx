import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { StatusLinkInput, type StatusLinkTerm, statusPath } from '#contract/status-links.ts'
import { createStatusLinkMutation } from '#web/api/projects/status-links.mutations.ts'
import { statusLinksQuery, statusPreviewHref } from '#web/api/projects/status-links.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
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

/** Creates an address that shows a customer the status of a project, and lists the existing ones. */
export function ShareStatusDialog({ project, onClose }: ShareStatusDialogProps) {
  const create = useMutation(createStatusLinkMutation(useQueryClient(), project.projectId))
  const links = useQuery(statusLinksQuery(project.projectId))
  const { form, submit, field, ...frame } = useContractForm({
    schema: StatusLinkInput,
    values: { reference: '', showsForecast: true, expires: 'in90Days' },
  })
  const made = create.data
  if (made) {
    const address = made.linkToken === null ? '' : `${location.origin}${statusPath}${made.linkToken}`
    return (
      <ShownOnceDialog
        title={`Status of ${project.title}`}
        description="Send this address to the customer. It opens without signing in."
        label="Address"
        text={address}
        hint="Anyone who has the address sees this page. It is shown only once."
        onClose={onClose}
      >
        {address !== '' && (
          <p className="mt-3 text-ink-3">
            <a href={address} target="_blank" rel="noreferrer" className="text-primary-text underline">
              Open the page
            </a>{' '}
            in a new tab. This counts as one opening.
          </p>
        )}
      </ShownOnceDialog>
    )
  }
  return (
    <FormDialog
      title="Share status"
      description={`The customer sees your organization's name, ${project.title}, its dates and phases, and nothing else.`}
      submitLabel="Create address"
      busyLabel="Creating…"
      besides={
        <a
          href={statusPreviewHref(project.projectId, form.watch())}
          target="_blank"
          rel="noreferrer"
          title="Opens in a new tab"
          className={buttonClasses()}
        >
          Preview
        </a>
      }
      frame={frame}
      onSubmit={submit(async (input) => {
        await create.mutateAsync(input)
      })}
      onClose={onClose}
    >
      <TextField
        label="Customer's reference"
        placeholder="PO 4711"
        description="Shown on the page so that the customer recognizes the order."
        maxLength={100}
        {...field('reference')}
      />
      <Checkbox label="Show the forecast: on time, or the expected date" {...form.register('showsForecast')} />
      <SelectField label="Address expires" options={terms} {...field('expires')} />
      <section aria-label="Links of this project" className="rounded border border-line-2">
        <StatusLinkList
          query={links}
          titleOf={({ reference }) => reference || 'No reference'}
          empty="No link has been created for this project yet."
        />
      </section>
    </FormDialog>
  )
}
