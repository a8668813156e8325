import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationQuery } from '#web/api/operations.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const modes = [
  { value: 'append', label: 'Add to what is there' },
  { value: 'replace', label: 'Replace it' },
] as const

/** The notes of one operation, to read and change. */
function OneNote({ subject, busy, onRun, onClose, stored }: ActionFormProps & { stored: string }) {
  const [text, setText] = useState(stored)
  return (
    <ActionDialog
      title="Notes"
      subject={subject.title}
      submit="Save notes"
      disabledReason={text === stored && 'Nothing has changed'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'notes', text, mode: 'replace' })}
    >
      <TextArea label="Notes" rows={6} value={text} onChange={(event) => setText(event.target.value)} />
    </ActionDialog>
  )
}

function ManyNotes({ subject, busy, onRun, onClose }: ActionFormProps) {
  const [text, setText] = useState('')
  const [mode, setMode] = useState<'append' | 'replace'>('append')
  return (
    <ActionDialog
      title="Add note"
      subject={subject.title}
      submit={mode === 'append' ? 'Add note' : 'Replace notes'}
      disabledReason={mode === 'append' && text.trim() === '' && 'Write a note first'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'notes', text, mode })}
    >
      <TextArea label="Note" rows={4} value={text} onChange={(event) => setText(event.target.value)} />
      <SegmentedControl label="Where it goes" value={mode} segments={modes} onChange={setMode} />
    </ActionDialog>
  )
}

/** One operation's notes, or a note for many. */
export function NotesDialog(props: ActionFormProps) {
  const { row } = props.subject
  const whole = useQuery({ ...operationQuery(row?.projectId ?? '', row?.operationId ?? ''), enabled: row !== null })
  if (!row) return <ManyNotes {...props} />
  if (whole.data) return <OneNote {...props} stored={whole.data.notes} />
  return (
    whole.isError && (
      <Dialog
        open
        size="small"
        title="Notes"
        description={props.subject.title}
        onOpenChange={(open) => open || props.onClose()}
      >
        <Loaded query={whole}>{() => null}</Loaded>
      </Dialog>
    )
  )
}
