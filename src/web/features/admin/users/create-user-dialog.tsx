import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { emailProblem } from '#contract/email-address.ts'
import { type OneTimeLink, type User, UserCreateFields } from '#contract/users.ts'
import { keptLimit } from '#domain/access/change-user.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { userByEmailQuery } from '#web/api/users/one-user.queries.ts'
import { inviteUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { AccessFields, accessShape, hasCenters } from '#web/components/access/access-fields.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type CreateUserDialogProps = {
  onClose: () => void
  onLink: (name: string, link: OneTimeLink) => void
  /** Switches to inviting several people. */
  onPaste: () => void
}

const InvitedUser = z.extend(z.omit(UserCreateFields, { isAdmin: true }), accessShape).check(hasCenters)
const newUser: z.input<typeof InvitedUser> = { email: '', name: '', role: '', access: 'plan', workCenterIds: null }

/** The name under which the draft of this dialog is stored. */
export const newUserEntity = 'new-user'

/** The member of this organization with an email; accounts outside the organization are not revealed. */
const useMember = (email: string): User | null => {
  const tenantId = useSession((session) => session.tenantId)
  const { data } = useQuery({ ...userByEmailQuery(email), enabled: email !== '' })
  return data && data.tenantId === tenantId ? data : null
}

/** Invites a person, who becomes a user by accepting. It looks the same whether or not the email has an account. */
export function CreateUserDialog({ onClose, onLink, onPaste }: CreateUserDialogProps) {
  const invite = useMutation(inviteUserMutation(useQueryClient()))
  const { form, submit, field, choice, problemOf, ...frame } = useRecordForm({
    entityType: newUserEntity,
    record: null,
    valuesOf: () => newUser,
    schemaOf: () => InvitedUser,
    mode: 'onSubmit',
  })
  const { data: mail } = useQuery(mailStatusQuery())
  const [left, setLeft] = useState('')
  const member = useMember(left)
  const typed = form.watch('email').trim()
  const memberProblem =
    member && member.email.toLowerCase() === typed.toLowerCase()
      ? `${member.displayName || member.name} is already a member of this organization`
      : null
  const save = async ({ role, workCenterIds, ...rest }: z.infer<typeof InvitedUser>) => {
    const limit = keptLimit(rest.access, workCenterIds)
    const user = await invite.mutateAsync({ ...rest, workCenterIds: limit, ...(role && { role }) })
    onLink(user.name, user.link)
  }
  const email = field('email')
  return (
    <FormDialog
      size="small"
      title="New user"
      description={
        mail?.isConfigured
          ? 'They get an email with an invitation link. They become a user when they accept it.'
          : 'You get an invitation link to send them. They become a user when they accept it.'
      }
      submitLabel="Invite"
      busyLabel="Inviting…"
      besides={
        <Button disabledReason={frame.isDirty && 'Invite this person first, or clear the fields'} onClick={onPaste}>
          Paste a list
        </Button>
      }
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={320}
        {...email}
        error={memberProblem ?? email.error}
        onBlur={(event) => {
          setLeft(emailProblem(typed) === null ? typed : '')
          return email.onBlur(event)
        }}
      />
      <TextField label="Name" required autoComplete="off" maxLength={200} {...field('name')} />
      <TextField
        label="Role"
        placeholder="User"
        description="Job title (for information only)"
        maxLength={60}
        {...field('role')}
      />
      <AccessFields
        access={choice('access')}
        workCenterIds={choice('workCenterIds')}
        problem={problemOf('workCenterIds')}
      />
    </FormDialog>
  )
}
