import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedUser, User } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { userQuery } from '#web/api/one-user.queries.ts'
import { changeUserMutation } from '#web/api/user-admin.mutations.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { useUserRules } from './use-user-rules.ts'
import { isInvited } from './user-list.ts'

/** Of its draft. */
export const editedUserEntity = 'user'

type EditUserDialogProps = { user: ListedUser; admins: number; onClose: () => void }

type Values = { name: string; displayName: string; role: string; isAdmin: boolean; status: 'Active' | 'Disabled' }

const valuesOf = (user: User): Values => ({
  name: user.name,
  displayName: user.displayName,
  role: user.role,
  isAdmin: user.isAdmin,
  status: user.status === 'Active' ? 'Active' : 'Disabled',
})

/** Only what was changed is sent, so that a rule about one field does not refuse another. */
const changesOf = (before: Values, after: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Values] !== value))

/** Name, role, rights and state of one account, from what is stored now: the list may be minutes old. */
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

/** What a rule forbids is off, with its reason. */
function EditUserForm({ user, stored, admins, onClose }: EditUserDialogProps & { stored: User }) {
  const save = useMutation(changeUserMutation(useQueryClient()))
  const rules = useUserRules(user, admins)
  const [before] = useState(() => valuesOf(stored))
  const [values, set] = useDialogDraft(editedUserEntity, user, before)
  const changes = changesOf(before, values)
  const nameReason = rules.change({ name: '' })
  const adminReason = rules.change({ isAdmin: !before.isAdmin })
  const statusReason = rules.change({ status: before.status === 'Active' ? 'Disabled' : 'Active' })
  const nameProblem = values.name.trim() === '' ? 'Name is required' : null
  const submit = () =>
    save.mutate(
      { id: user.id, ...changes },
      {
        onSuccess: () => {
          toast.success('User saved')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      size="small"
      title={isInvited(user) ? 'Edit invitation' : 'Edit user'}
      description={user.email}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
      disabledReason={nameProblem ?? (Object.keys(changes).length === 0 && 'Nothing has changed')}
      onClose={onClose}
      onSubmit={submit}
    >
      {save.isError && <Alert onDismiss={save.reset}>{errorSentence(save.error)}</Alert>}
      <TextField
        label="Name"
        required
        maxLength={200}
        value={values.name}
        readOnly={nameReason !== null}
        description={nameReason}
        error={nameProblem}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Display name"
        maxLength={200}
        value={values.displayName}
        readOnly={nameReason !== null}
        onChange={(event) => set({ displayName: event.target.value })}
      />
      <TextField
        label="Role"
        maxLength={60}
        value={values.role}
        onChange={(event) => set({ role: event.target.value })}
      />
      <Toggle
        label="Admin of this organization"
        description={adminReason ?? 'Their open sessions end when this changes.'}
        checked={values.isAdmin}
        disabled={adminReason !== null}
        onChange={(event) => set({ isAdmin: event.target.checked })}
      />
      {!isInvited(user) && (
        <Toggle
          label="Active"
          description={statusReason ?? 'A disabled user cannot enter this organization.'}
          checked={values.status === 'Active'}
          disabled={statusReason !== null}
          onChange={(event) => set({ status: event.target.checked ? 'Active' : 'Disabled' })}
        />
      )}
    </FormDialog>
  )
}
