import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Send } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { accessQuery } from '#web/api/access-requests.queries.ts'
import { newId } from '#web/api/client-id.ts'
import { sendNote } from '#web/live/send-notes.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { useLiveState } from '#web/stores/live-state.ts'
import { outboxLimit, useOutbox } from '#web/stores/outbox.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const emptyNote = { to: '', title: '', message: '', isHigh: false }
const entity = 'note'

/** Title and message to everyone or one colleague; without a connection it waits its turn. */
export function NoteForm({ onDone }: { onDone: () => void }) {
  const userId = useSession((session) => session.userId)
  const { data: access } = useQuery(accessQuery())
  const isOnline = useLiveState(({ state }) => state === 'open')
  const waiting = useOutbox(({ notes }) => notes.length)
  const [note, setNote] = useState(() => ({ ...emptyNote, ...readDraft<typeof emptyNote>(entity, null)?.values }))
  const set = (change: Partial<typeof emptyNote>) => setNote({ ...note, ...change })
  const title = note.title.trim()
  const isEmpty = title === '' && note.message.trim() === ''
  useEffect(() => {
    if (isEmpty) clearDraft(entity, null)
    else saveDraft(entity, null, { values: note, version: null })
  }, [note, isEmpty])

  const colleagues = (access?.holders ?? []).filter((holder) => holder.isActive && holder.userId !== userId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title === '') return
    const { to, message, isHigh } = note
    const taken = sendNote({ id: newId(), to: to || null, title, message, priority: isHigh ? 'high' : 'medium' })
    if (!taken) return void toast.error(`${outboxLimit} notes are already waiting to be sent. Send this one later.`)
    clearDraft(entity, null)
    toast.success(isOnline ? 'Note sent' : 'The note will be sent when the connection is back')
    onDone()
  }
  return (
    <form className="flex flex-col gap-3 px-3.5 pt-2 pb-3.5" noValidate onSubmit={submit}>
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
        value={note.to}
        onChange={(event) => set({ to: event.target.value })}
      />
      <TextField
        label="Title"
        required
        maxLength={200}
        value={note.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label="Message"
        maxLength={2000}
        value={note.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      <Checkbox
        label="High priority: pops up at once"
        checked={note.isHigh}
        onChange={(event) => set({ isHigh: event.target.checked })}
      />
      {waiting > 0 && (
        <p role="status" className="text-ink-3 text-label">
          {waiting === 1 ? '1 note waits' : `${waiting} notes wait`} to be sent.
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={<Send />}
        className="self-end"
        disabledReason={title === '' && 'Give it a title'}
      >
        Send
      </Button>
    </form>
  )
}
