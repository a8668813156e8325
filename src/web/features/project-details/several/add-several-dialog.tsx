import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { limits } from '#contract/vocabulary.ts'
import { addOperationsMutation, type NewOperation } from '#web/api/add-operations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type ReadLine, readLines } from './read-lines.ts'

const mostAtOnce = 500
const mostProblems = 5

type AddSeveralDialogProps = { projectId: string; categories: readonly Category[]; onClose: () => void }

/** With their ids, and each waiting for the one before it where that is wanted. */
const asNew = (lines: readonly ReadLine[], ids: readonly string[], inSequence: boolean): NewOperation[] =>
  lines.map((line, index) => ({
    ...line,
    operationId: ids[index] ?? crypto.randomUUID(),
    dependsOnOperationId: (inSequence && ids[index - 1]) || null,
  }))

/** Adds the operations of a whole route at once, as typed or copied from a spreadsheet. What could not be added stays in the field. */
export function AddSeveralDialog({ projectId, categories, onClose }: AddSeveralDialogProps) {
  const add = useMutation(addOperationsMutation(useQueryClient()))
  const [values, set] = useDialogDraft('new-operations', { projectId }, { text: '', inSequence: true })
  const [problem, setProblem] = useState<string | null>(null)
  // The nth line keeps its id while the dialog is open, so that sending it again adds nothing twice.
  const [ids] = useState(() => Array.from({ length: mostAtOnce }, () => crypto.randomUUID()))
  const [addedCount, setAddedCount] = useState(0)
  const { operations, problems } = readLines(values.text, categories)
  const count = operations.length
  const tooMany = addedCount + count > mostAtOnce && `At most ${mostAtOnce} operations at once`
  const reason =
    tooMany || (problems.length > 0 ? 'Some lines cannot be read' : count === 0 && 'Enter at least one operation')
  const submit = () => {
    setProblem(null)
    const rest = asNew(operations, ids.slice(addedCount), values.inSequence)
    const [first] = rest
    // What is left after a failure goes on behind what was added.
    const before = values.inSequence ? ids[addedCount - 1] : undefined
    if (first && before) rest[0] = { ...first, dependsOnOperationId: before }
    add.mutate(
      { projectId, operations: rest },
      {
        onSuccess: ({ added, error }) => {
          if (error === null) {
            toast.success(`${formatCount(added.length, 'operation')} added`, undoAction(added))
            return onClose()
          }
          setAddedCount(addedCount + added.length)
          set({ text: linesAfter(values.text, added.length) })
          setProblem(`${added.length} of ${count} added; the rest is still here. ${errorSentence(error)}`)
        },
        onError: (error) => setProblem(errorSentence(error)),
      },
    )
  }
  return (
    <FormDialog
      title="Add several operations"
      submitLabel={count > 0 ? `Add ${formatCount(count, 'operation')}` : 'Add operations'}
      busy={add.isPending}
      busyLabel="Adding…"
      disabledReason={reason}
      onClose={onClose}
      onSubmit={submit}
    >
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
      <TextArea
        label="Operations, one per line"
        description="Name, hours and work center, with tabs or semicolons between them. Lines copied from a spreadsheet fit."
        placeholder={'Cut plate; 4; Laser\nWeld frame; 12; Welding'}
        rows={8}
        maxLength={limits.maxOperationsPerProject * 100}
        value={values.text}
        error={problems.length > 0 ? problems.slice(0, mostProblems).join(' · ') : null}
        onChange={({ target }) => set({ text: target.value })}
      />
      <Checkbox
        label="Each waits for the one before it"
        checked={values.inSequence}
        onChange={({ target }) => set({ inSequence: target.checked })}
      />
    </FormDialog>
  )
}

/** The text without its first `count` lines that say something. */
const linesAfter = (text: string, count: number): string => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.slice(count).join('\n')
}
