import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { ListedUser, OneTimeLink } from '#contract/users.ts'
import { type InvitedAmong, type InvitedLine, mostInvited, readInvitedList } from '#domain/access/read-invited-list.ts'
import { ApiError, errorSentence } from '#web/api/api-error.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { inviteUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { usersQuery } from '#web/api/users/users.queries.ts'
import { hrefOf } from '#web/components/entrance/one-time-link-dialog.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { isInvited, nameOf } from './user-list.ts'

/** The name under which the draft of this dialog is stored. */
export const pastedUsersEntity = 'pasted-users'

interface Invited {
  readonly email: string
  readonly name: string
  readonly link: OneTimeLink
}

const takenBy = (users: readonly ListedUser[]): ReadonlyMap<string, string> =>
  new Map(
    users.map((user) => [
      user.email.toLowerCase(),
      isInvited(user) ? 'This email has been invited already.' : `${nameOf(user)} is already a member.`,
    ]),
  )

const useInvitedAmong = (): InvitedAmong => {
  const categories = useQuery(categoriesQuery()).data
  return {
    taken: takenBy(useQuery(usersQuery()).data ?? []),
    centers: categories ? new Map(categories.map(({ categoryId, name }) => [name.toLowerCase(), categoryId])) : null,
  }
}

const sentencesOf = (lines: readonly { number: number; problem: string | null }[]): string =>
  lines.flatMap(({ number, problem }) => (problem === null ? [] : `Line ${number}: ${problem}`)).join('\n')

const problemOfList = (lines: readonly InvitedLine[]): string => {
  if (lines.length === 0) return 'Paste at least one line'
  return lines.length > mostInvited ? `At most ${mostInvited} people at once` : sentencesOf(lines)
}

const listOf = (among: InvitedAmong) =>
  z.object({
    list: z.string().check(
      z.refine((text) => problemOfList(readInvitedList(text, among)) === '', {
        error: ({ input }) => problemOfList(readInvitedList(String(input), among)),
      }),
    ),
  })

/** Sends invitations one after another. Lines that fail are returned with their reasons. */
const inviteEach = async (
  lines: readonly InvitedLine[],
  invite: (person: NonNullable<InvitedLine['person']>) => Promise<OneTimeLink>,
) => {
  const invited: Invited[] = []
  const failed: { text: string; problem: string }[] = []
  for (const { text, person } of lines) {
    if (!person) continue
    try {
      invited.push({ ...person, link: await invite(person) })
    } catch (error) {
      failed.push({ text, problem: errorSentence(error) })
    }
  }
  return { invited, failed }
}

/** The links of all invited people, shown once. */
function LinksDialog({ invited, onClose }: { invited: readonly Invited[]; onClose: () => void }) {
  const { data: mail } = useQuery(mailStatusQuery())
  return (
    <ShownOnceDialog
      isList
      title={`${formatCount(invited.length, 'person', 'people')} invited`}
      description="Each link joins the organization once, within 24 hours."
      label="Links"
      text={invited.map(({ email, name, link }) => `${name} <${email}>: ${hrefOf(link)}`).join('\n')}
      hint={
        mail?.isConfigured
          ? 'They are sent by email too. They are shown only once.'
          : 'Send each of them privately; they are shown only once.'
      }
      onClose={onClose}
    />
  )
}

/** Invites several people from a pasted list. Lines that fail stay in the field with the reason. */
export function InviteManyDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation(inviteUserMutation(useQueryClient()))
  const among = useInvitedAmong()
  const [invited, setInvited] = useState<readonly Invited[]>([])
  const [isDone, setDone] = useState(false)
  const { form, rebase, submit, field, ...frame } = useRecordForm({
    entityType: pastedUsersEntity,
    record: null,
    valuesOf: () => ({ list: '' }),
    schemaOf: () => listOf(among),
    mode: 'onSubmit',
  })
  const send = async ({ list }: { list: string }) => {
    const sent = await inviteEach(readInvitedList(list, among), async (person) => (await mutateAsync(person)).link)
    setInvited([...invited, ...sent.invited])
    if (sent.failed.length === 0) {
      rebase(null)
      return setDone(true)
    }
    form.setValue('list', sent.failed.map(({ text }) => text).join('\n'), { shouldDirty: true })
    const message = sentencesOf(sent.failed.map(({ problem }, index) => ({ number: index + 1, problem })))
    throw new ApiError('validation', message, { problems: [{ path: 'list', message }] })
  }
  const close = () => (invited.length > 0 ? setDone(true) : onClose())
  if (isDone) return <LinksDialog invited={invited} onClose={onClose} />
  return (
    <FormDialog
      title="Invite several people"
      description="One person on each line: email, name, access. To limit a planner to some work centers, add their names."
      submitLabel="Invite"
      busyLabel="Inviting…"
      frame={frame}
      onSubmit={submit(send)}
      onClose={close}
    >
      {invited.length > 0 && (
        <Alert kind="info">
          {formatCount(invited.length, 'person was', 'people were')} invited. Their links appear when you close this.
        </Alert>
      )}
      <TextArea
        label="People"
        required
        rows={6}
        placeholder={'ana@example.com, Ana Diaz, Planner, Laser, Press brake\nbo@example.com, Bo Lund, Reporter'}
        description="Access is Viewer, Reporter, Planner or Admin; Planner if left out. Commas, semicolons and tabs separate the columns."
        {...field('list')}
      />
    </FormDialog>
  )
}
