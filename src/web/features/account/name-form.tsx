import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/users.ts'
import { saveProfileMutation } from '#web/api/users.mutations.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Name, and what is shown of it: the display name, and its initials as avatar. */
export function NameForm({ me }: { me: User }) {
  const save = useMutation(saveProfileMutation(useQueryClient()))
  const [name, setName] = useState(me.name)
  const [displayName, setDisplayName] = useState(me.displayName)
  const changed = name.trim() !== me.name || displayName.trim() !== me.displayName
  const blocked = useUnsavedChanges(changed, 'profile', me.id)
  const problem = name.trim() === '' ? 'Name is required' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || !changed) return
    const profile = { name: name.trim(), displayName: displayName.trim() }
    save.mutate(profile, { onSuccess: () => toast.success('Profile saved') })
  }
  return (
    <Panel title="Name">
      <form className="flex flex-col gap-3 p-3" noValidate onSubmit={submit}>
        <div className="flex items-center gap-3">
          <Avatar name={displayName.trim() || name} />
          <span className="text-ink-3 text-label">Your initials, as colleagues see you</span>
        </div>
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={200}
          value={name}
          error={problem}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Display name"
          description="Shown instead of the name; leave it empty to show the name"
          autoComplete="nickname"
          maxLength={200}
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
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
      <UnsavedChangesDialog blocked={blocked} />
    </Panel>
  )
}
