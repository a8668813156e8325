import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { type ListedUser, type User, UserUpdateInput } from '#contract/users.ts'
import { userQuery } from '#web/api/one-user.queries.ts'
import { changeUserMutation } from '#web/api/user-administration.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { useUserRules } from './use-user-rules.ts'
import { isInvited } from './user-list.ts'

/** The name under which the draft of this dialog is stored. */
export const editedUserEntity = 'user'

type EditUserDialogProps = { user: ListedUser; admins: number; onClose: () => void }

/** The user fields of the contract as the form holds them: all required, with a switch for the status. */
const EditedUser = z.pipe(
  z.extend(z.required(z.omit(z.object(UserUpdateInput.shape), { status: true, access: true, workCenterIds: true })), {
    isActive: z.boolean(),
  }),
  z.transform(({ isActive, ...rest }) => ({ ...rest, status: isActive ? ('Active' as const) : ('Disabled' as const) })),
)

const valuesOf = ({ name, displayName, role, isAdmin, status }: User): z.input<typeof EditedUser> => ({
  ...{ name, displayName, role, isAdmin },
  isActive: status === 'Active',
})

/** Only the changed fields are sent, so that a rule about one field cannot refuse another. */
const changesOf = (before: User, after: z.infer<typeof EditedUser>) => ({
  ...(after.name !== before.name && { name: after.name }),
  ...(after.displayName !== before.displayName && { displayName: after.displayName }),
  ...(after.role !== before.role && { role: after.role }),
  ...(after.isAdmin !== before.isAdmin && { isAdmin: after.isAdmin }),
  ...((after.status === 'Active') !== (before.status === 'Active') && { status: after.status }),
})

/** Edits name, role, rights and state of one account. It loads the user again, because the list may be minutes old. */
export function EditUserDialog(props: EditUserDialogProps) {
  const { user, onClose } = props
  const stored = useQuery(userQuery(user.id))
  if (stored.data) return <EditUserForm {...props} stored={stored.data} />
  return (
    <Dialog
      open
      size="small"
      title="Edit user"
      description={user.email}
      onOpenChange={(open) => open || onClose()}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <Loaded query={stored} skeleton={<SkeletonRows columns="1fr" rows={5} label="Loading the user" />}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

/** Fields that a rule forbids are disabled and show the reason. */
function EditUserForm({ user, stored, admins, onClose }: EditUserDialogProps & { stored: User }) {
  const change = useMutation(changeUserMutation(useQueryClient()))
  const rules = useUserRules(user, admins)
  // Keeps the first version, so that changes that others save meanwhile do not count as changes of this reader.
  const [before] = useState(stored)
  const { form, submit, field, ...frame } = useRecordForm({
    entityType: editedUserEntity,
    record: user,
    valuesOf: () => valuesOf(before),
    schemaOf: () => EditedUser,
  })
  const nameReason = rules.change({ name: '' })
  const adminReason = rules.change({ isAdmin: !before.isAdmin })
  const statusReason = rules.change({ status: before.status === 'Active' ? 'Disabled' : 'Active' })
  const save = async (after: z.infer<typeof EditedUser>) => {
    await change.mutateAsync({ id: user.id, ...changesOf(before, after) })
    toast.success('User saved')
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title={isInvited(user) ? 'Edit invitation' : 'Edit user'}
      description={user.email}
      submitLabel="Save"
      busyLabel="Saving…"
      disabledReason={!frame.isDirty && 'Nothing has changed'}
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        readOnly={nameReason !== null}
        description={nameReason}
        {...field('name')}
      />
      <TextField label="Display name" maxLength={200} readOnly={nameReason !== null} {...field('displayName')} />
      <TextField label="Role" maxLength={60} {...field('role')} />
      <Toggle
        label="Admin of this organization"
        description={adminReason ?? 'Their open sessions end when this changes.'}
        disabled={adminReason !== null}
        {...form.register('isAdmin')}
      />
      {!isInvited(user) && (
        <Toggle
          label="Active"
          description={statusReason ?? 'A disabled user cannot enter this organization.'}
          disabled={statusReason !== null}
          {...form.register('isActive')}
        />
      )}
    </FormDialog>
  )
}
