import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { ProfileInput, type User } from '#contract/users.ts'
import { saveProfileMutation } from '#web/api/users/users.mutations.ts'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The fields of the profile contract that this form edits. */
const Names = z.required(z.pick(ProfileInput, { name: true, displayName: true }))

/** The name and the display name; the avatar shows the initials of the display name. */
export function NameForm({ me }: { me: User }) {
  const save = useMutation({ ...saveProfileMutation(useQueryClient()), meta: { handled: true } })
  const { form, rebase, submit, field, ...frame } = useRecordForm({
    entityType: 'profile',
    entityId: me.id,
    record: me,
    valuesOf: (record: User | null) => ({ name: record?.name ?? '', displayName: record?.displayName ?? '' }),
    schemaOf: () => Names,
  })
  const [name, displayName] = form.watch(['name', 'displayName'])
  const disabledReason = !frame.isDirty && 'Nothing has changed'
  return (
    <Panel title="Name">
      <Form
        frame={frame}
        disabledReason={disabledReason}
        onSubmit={submit(async (names) => {
          rebase(await save.mutateAsync(names))
          toast.success('Profile saved')
        })}
      >
        <div className="flex items-center gap-3">
          <Avatar name={displayName.trim() || name} />
          <span className="text-ink-3 text-label">Your initials, as colleagues see you</span>
        </div>
        <TextField label="Name" autoComplete="name" maxLength={200} {...field('name')} />
        <TextField
          label="Display name"
          description="Shown instead of the name; leave it empty to show the name"
          autoComplete="nickname"
          maxLength={200}
          {...field('displayName')}
        />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={frame.isBusy}
          busyLabel="Saving…"
          disabledReason={disabledReason}
        >
          Save
        </Button>
      </Form>
    </Panel>
  )
}
