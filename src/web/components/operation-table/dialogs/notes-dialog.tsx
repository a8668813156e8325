import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { LongText } from '#contract/fields.ts'
import { operationQuery } from '#web/api/operations/operations.queries.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const modes = [
  { value: 'append', label: 'Add to existing notes' },
  { value: 'replace', label: 'Replace existing notes' },
] as const

const NotesInput = z.object({ text: LongText, mode: z.enum(['append', 'replace']) })

/** The notes of one operation, to read and edit. */
function OneNote({ subject, onRun, onClose, stored }: ActionFormProps & { stored: string }) {
  const { submit, field, ...frame } = useContractForm({
    schema: NotesInput,
    values: { text: stored, mode: 'replace' },
  })
  return (
    <ActionDialog
      title="Notes"
      subject={subject.title}
      submitLabel="Save notes"
      disabledReason={!frame.isDirty && 'Nothing has changed'}
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'notes', ...input }))}
    >
      <TextArea label="Notes" rows={6} {...field('text')} />
    </ActionDialog>
  )
}

const NoteInput = NotesInput.check(
  z.refine(({ text, mode }) => mode === 'replace' || text.trim() !== '', {
    path: ['text'],
    message: 'Write a note first',
  }),
)

function ManyNotes({ subject, onRun, onClose }: ActionFormProps) {
  const { submit, field, choice, ...frame } = useContractForm({
    schema: NoteInput,
    values: { text: '', mode: 'append' },
  })
  const mode = choice('mode')
  return (
    <ActionDialog
      title="Add note"
      subject={subject.title}
      submitLabel={mode.value === 'append' ? 'Add note' : 'Replace notes'}
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'notes', ...input }))}
    >
      <TextArea label="Note" rows={4} {...field('text')} />
      <SegmentedControl label="How to save it" segments={modes} {...mode} />
    </ActionDialog>
  )
}

/** The notes of one operation, or a note for many. */
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
