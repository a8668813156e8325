import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { saveProfileMutation } from '#web/api/users.mutations.ts'
import { meQuery } from '#web/api/users.queries.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordForm } from './password-form.tsx'

/** The reader's own name and password. */
export function ProfileScreen() {
  const { data: me } = useSuspenseQuery(meQuery())
  const save = useMutation(saveProfileMutation(useQueryClient()))
  const [name, setName] = useState(me.displayName || me.name)
  const changed = name.trim() !== (me.displayName || me.name)
  const blocked = useUnsavedChanges(changed, 'profile', me.id)
  const problem = name.trim() === '' ? 'Name is required' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || !changed) return
    const words = name.trim()
    save.mutate({ name: words, displayName: words }, { onSuccess: () => toast.success('Profile saved') })
  }
  return (
    <>
      <PageHead
        title="Profile"
        meta={me.email}
        actions={
          <Link to="/admin-access" className={buttonClasses()}>
            <ShieldCheck /> Admin access
          </Link>
        }
      />
      <div className="flex w-full max-w-140 flex-col gap-4 px-5 pb-5 max-md:px-4">
        <Panel title="Name">
          <form className="flex flex-col gap-3 p-3" noValidate onSubmit={submit}>
            <TextField
              label="Name"
              autoComplete="name"
              maxLength={200}
              value={name}
              error={problem}
              onChange={(event) => setName(event.target.value)}
            />
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              busy={save.isPending}
              busyLabel="Saving…"
              disabledReason={!changed && 'Nothing has changed'}
            >
              Save
            </Button>
          </form>
        </Panel>
        <PasswordForm email={me.email} />
      </div>
      <UnsavedChangesDialog blocked={blocked} />
    </>
  )
}
