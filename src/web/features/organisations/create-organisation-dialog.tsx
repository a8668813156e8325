import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TenantCreateInput } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { createTenantMutation } from '#web/api/tenant-admin.mutations.ts'
import { timeZoneOptions } from '#web/components/reader/time-zone-options.ts'
import { Alert } from '#web/ui/alert.tsx'
import { focusFirstProblem } from '#web/ui/focus-first-problem.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { onClose: () => void; onLink: (name: string, link: OneTimeLink) => void }

/** A new organisation, and the invitation of its first admin. */
export function CreateOrganisationDialog({ onClose, onLink }: Props) {
  const create = useMutation(createTenantMutation(useQueryClient()))
  const [tried, setTried] = useState(false)
  const [values, setValues] = useState({ name: '', timeZone: 'UTC', adminName: '', adminEmail: '' })
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const checked = TenantCreateInput.safeParse(values)
  const problemOf = (field: keyof typeof values) =>
    (tried && checked.error?.issues.find(({ path }) => path[0] === field)?.message) || null
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (!checked.success) focusFirstProblem(form)
    if (!checked.success) return
    create.mutate(checked.data, {
      onSuccess: ({ link }) => {
        toast.success(`${checked.data.name} was created`)
        onLink(checked.data.adminName, link)
      },
    })
  }
  return (
    <FormDialog
      size="small"
      title="New organization"
      submitLabel="Create organization"
      busy={create.isPending}
      busyLabel="Creating…"
      onClose={onClose}
      onSubmit={submit}
    >
      {create.isError && <Alert onDismiss={create.reset}>{errorSentence(create.error)}</Alert>}
      <TextField
        label="Name"
        required
        maxLength={200}
        value={values.name}
        error={problemOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label="Time zone"
        options={timeZoneOptions}
        value={values.timeZone}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
      <TextField
        label="Name of the first admin"
        required
        maxLength={200}
        value={values.adminName}
        error={problemOf('adminName')}
        onChange={(event) => set({ adminName: event.target.value })}
      />
      <TextField
        label="Email of the first admin"
        type="email"
        required
        maxLength={320}
        description="They become the admin when they accept the invitation. If this email already has an account, it becomes the admin."
        value={values.adminEmail}
        error={problemOf('adminEmail')}
        onChange={(event) => set({ adminEmail: event.target.value })}
      />
    </FormDialog>
  )
}
