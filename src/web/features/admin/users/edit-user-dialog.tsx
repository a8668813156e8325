import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { accessOf, type ListedUser, type User, UserUpdateFields } from '#contract/users.ts'
import { keptLimit } from '#domain/access/change-user.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { userQuery } from '#web/api/users/one-user.queries.ts'
import { changeUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { AccessFields, accessShape, hasCenters } from '#web/components/access/access-fields.tsx'
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

/** The user fields of the contract in the format of the form: all required, with a switch for the status. */
const EditedUser = z.pipe(
  z
    .extend(z.required(z.pick(UserUpdateFields, { name: true, displayName: true, role: true })), {
      ...accessShape,
      isActive: z.boolean(),
    })
    .check(hasCenters),
  z.transform(({ isActive, workCenterIds, ...rest }) => ({
    ...rest,
    workCenterIds: keptLimit(rest.access, workCenterIds),
    status: isActive ? ('Active' as const) : ('Disabled' as const),
  })),
)

const valuesOf = (user: User): z.input<typeof EditedUser> => ({
  name: user.name,
  displayName: user.displayName,
  role: user.role,
  access: accessOf(user),
  workCenterIds: user.workCenterIds,
  isActive: user.status === 'Active',
})

/** Only the changed fields are sent, so that a rule about one field cannot refuse another. */
const changesOf = (before: User, after: z.infer<typeof EditedUser>) => ({
  ...(after.name !== before.name && { name: after.name }),
  ...(after.displayName !== before.displayName && { displayName: after.displayName }),
  ...(after.role !== before.role && { role: after.role }),
  ...(after.access !== accessOf(before) && { access: after.access }),
  ...(!sameValue(after.workCenterIds, before.workCenterIds) && { workCenterIds: after.workCenterIds }),
  ...((after.status === 'Active') !== (before.status === 'Active') && { status: after.status }),
})

/** Edits name, role, access and status of one account. It loads the user again, because the list may be minutes old. */
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
  // Keeps the first version, so that changes saved by other users in the meantime do not count as changes of this reader.
  const [before] = useState(stored)
  const { form, submit, field, choice, problemOf, ...frame } = useRecordForm({
    entityType: editedUserEntity,
    record: user,
    valuesOf: () => valuesOf(before),
    schemaOf: () => EditedUser,
  })
  const nameReason = rules.change({ name: '' })
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
      <TextField label="Role" description="Job title (for information only)" maxLength={60} {...field('role')} />
      <AccessFields
        access={choice('access')}
        workCenterIds={choice('workCenterIds')}
        problem={problemOf('workCenterIds')}
        description={isInvited(user) ? undefined : 'Their open sessions end when this changes.'}
        refusal={rules.access}
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
