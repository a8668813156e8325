import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailPattern } from '#contract/auth.ts'
import type { OneTimeLink, User } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { userByEmailQuery } from '#web/api/one-user.queries.ts'
import { inviteUserMutation } from '#web/api/user-admin.mutations.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { focusFirstProblem } from '#web/ui/focus-first-problem.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

type CreateUserDialogProps = { onClose: () => void; onLink: (name: string, link: OneTimeLink) => void }

/** Of its draft. */
export const newUserEntity = 'new-user'

/** The member of this organization whom an e-mail belongs to; nothing is said of anybody else's account. */
const useMember = (email: string): User | null => {
  const tenantId = useSession((session) => session.tenantId)
  const { data } = useQuery({ ...userByEmailQuery(email), enabled: email !== '' })
  return data && data.tenantId === tenantId ? data : null
}

/** Invites somebody, who becomes a user by accepting; the same whether or not their e-mail has an account. */
export function CreateUserDialog({ onClose, onLink }: CreateUserDialogProps) {
  const invite = useMutation(inviteUserMutation(useQueryClient()))
  const [tried, setTried] = useState(false)
  const [values, set] = useDialogDraft(newUserEntity, null, { email: '', name: '', role: '', isAdmin: false })
  const emailProblem = emailPattern.test(values.email.trim()) ? null : 'Please enter a valid email address'
  const [left, setLeft] = useState('')
  const member = useMember(left)
  const memberProblem =
    member && member.email.toLowerCase() === values.email.trim().toLowerCase()
      ? `${member.displayName || member.name} is already a member of this organization`
      : null
  const nameProblem = values.name.trim() === '' ? 'Name is required' : null
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (emailProblem || nameProblem) focusFirstProblem(form)
    if (emailProblem || nameProblem) return
    const { role, ...rest } = values
    const body = { ...rest, ...(role.trim() !== '' && { role }) }
    invite.mutate(body, { onSuccess: (user) => onLink(user.name, user.link) })
  }
  return (
    <FormDialog
      size="small"
      title="New user"
      description="You get an invitation link to send them. They become a user when they accept it."
      submitLabel="Invite"
      busy={invite.isPending}
      busyLabel="Inviting…"
      onClose={onClose}
      onSubmit={submit}
    >
      {invite.isError && <Alert onDismiss={invite.reset}>{errorSentence(invite.error)}</Alert>}
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={320}
        value={values.email}
        error={memberProblem ?? (tried ? emailProblem : null)}
        onBlur={() => setLeft(emailProblem ? '' : values.email.trim())}
        onChange={(event) => set({ email: event.target.value })}
      />
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={200}
        value={values.name}
        error={tried ? nameProblem : null}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Role"
        placeholder="User"
        description="Job title (for information only)"
        maxLength={60}
        value={values.role}
        onChange={(event) => set({ role: event.target.value })}
      />
      <Toggle
        label="Admin of this organization"
        description="Manages users, shifts, holidays, work centers and settings."
        checked={values.isAdmin}
        onChange={(event) => set({ isAdmin: event.target.checked })}
      />
    </FormDialog>
  )
}
