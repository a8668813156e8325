import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Send } from 'lucide-react'
import { useEffect } from 'react'
import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { NotificationInput } from '#contract/notifications.ts'
import { newId } from '#web/api/client-id.ts'
import { accessQuery } from '#web/api/users/access-requests.queries.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useLiveState } from '#web/live/live-state.ts'
import { mostNotes, notes, useWaitingNotes } from '#web/live/notes.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface NoteValues {
  /** A colleague's user id; '' is everyone. */
  to: string
  title: string
  message: string
  isHigh: boolean
}

const emptyNote: NoteValues = { to: '', title: '', message: '', isHigh: false }
const entity = 'note'

const NoteInput = preprocess(
  ({ to, title, message, isHigh }: NoteValues) => ({
    to: to || null,
    title,
    message,
    priority: isHigh ? 'high' : 'medium',
  }),
  z.pick(NotificationInput, { to: true, title: true, message: true, priority: true }),
)

/** Sends title and message to everyone or to one colleague. Without a connection, the note is sent later. */
export function NoteForm({ onDone }: { onDone: () => void }) {
  const userId = useSession((session) => session.userId)
  const { data: access } = useQuery(accessQuery())
  const isOnline = useLiveState(({ state }) => state === 'open')
  const waiting = useWaitingNotes()
  const { form, field, ...frame } = useContractForm({
    schema: NoteInput,
    values: { ...emptyNote, ...readDraft<NoteValues>(entity, null) },
  })
  // The draft is also saved when the panel closes, because a click beside the panel closes it.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          values.title.trim() === '' && values.message.trim() === ''
            ? clearDraft(entity, null)
            : saveDraft(entity, null, values),
      }),
    [form],
  )

  const colleagues = (access?.holders ?? []).filter((holder) => holder.isActive && holder.userId !== userId)
  const send = ({ to = null, ...note }: z.infer<typeof NoteInput>) => {
    if (!notes.add({ id: newId(), to, ...note })) {
      return void toast.error(`${mostNotes} notes are already waiting to be sent. Send this one later.`)
    }
    clearDraft(entity, null)
    toast.success(isOnline ? 'Note sent' : 'The note will be sent when the connection is back')
    onDone()
  }
  return (
    <Form className="flex flex-col gap-3 px-3.5 pt-2 pb-3.5" frame={frame} onSubmit={form.handleSubmit(send)}>
      <div className="flex items-center gap-1">
        <IconButton label="Back to notifications" icon={<ArrowLeft />} size="small" onClick={onDone} />
        <h2 className="font-semibold text-lead">Write to the team</h2>
      </div>
      <SelectField
        label="To"
        options={[
          { value: '', label: 'Everyone in the organization' },
          ...colleagues.map((holder) => ({ value: holder.userId, label: holder.name })),
        ]}
        {...field('to')}
      />
      <TextField label="Title" required maxLength={200} {...field('title')} />
      <TextArea label="Message" maxLength={2000} {...field('message')} />
      <Checkbox label="High priority: pops up immediately" {...form.register('isHigh')} />
      {waiting > 0 && (
        <p role="status" className="text-ink-3 text-label">
          {waiting === 1 ? '1 note waits' : `${waiting} notes wait`} to be sent.
        </p>
      )}
      <Button type="submit" variant="primary" icon={<Send />} className="self-end">
        Send
      </Button>
    </Form>
  )
}
