import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Category } from '#contract/categories.ts'
import { limits } from '#contract/vocabulary.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { addOperationsMutation, type NewOperation } from '#web/api/add-operations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type ReadLine, readLines } from './read-lines.ts'

const mostAtOnce = 500
const mostProblems = 5

type AddSeveralDialogProps = { projectId: string; categories: readonly Category[]; onClose: () => void }

/** The lines as new operations with ids; with `inSequence`, each waits for the one before it. */
const asNew = (lines: readonly ReadLine[], ids: readonly string[], inSequence: boolean): NewOperation[] =>
  lines.map((line, index) => ({
    ...line,
    operationId: ids[index] ?? crypto.randomUUID(),
    dependsOnOperationId: (inSequence && ids[index - 1]) || null,
  }))

/** Reads the typed text as operations. The error names the first lines that cannot be read. */
const severalSchema = (categories: readonly Category[], mostNow: number) =>
  z.object({
    text: z.string().transform((text, check) => {
      const { operations, problems } = readLines(text, categories)
      const refuse = (message: string) => check.addIssue({ code: 'custom', message })
      if (problems.length > 0) refuse(problems.slice(0, mostProblems).join(' · '))
      else if (operations.length === 0) refuse('Enter at least one operation')
      else if (operations.length > mostNow) refuse(`At most ${mostAtOnce} operations at once`)
      return operations
    }),
    inSequence: z.boolean(),
  })

/** Adds several typed or pasted operations at once. Lines that could not be added stay in the field. */
export function AddSeveralDialog({ projectId, categories: all, onClose }: AddSeveralDialogProps) {
  const categories = all.filter(isWorkCenter)
  const add = useMutation(addOperationsMutation(useQueryClient()))
  // The nth line keeps its id while the dialog is open, so that a second attempt adds nothing twice.
  const [ids] = useState(() => Array.from({ length: mostAtOnce }, () => crypto.randomUUID()))
  const [addedCount, setAddedCount] = useState(0)
  /** The reason why only some operations were added. */
  const [left, setLeft] = useState<string | null>(null)
  const { form, submit, field, ...frame } = useRecordForm({
    entityType: 'new-operations',
    entityId: projectId,
    record: null,
    valuesOf: () => ({ text: '', inSequence: true }),
    schemaOf: () => severalSchema(categories, mostAtOnce - addedCount),
  })
  const text = form.watch('text')
  const count = readLines(text, categories).operations.length
  const save = async ({ text: operations, inSequence }: z.infer<ReturnType<typeof severalSchema>>) => {
    setLeft(null)
    const rest = asNew(operations, ids.slice(addedCount), inSequence)
    const [first] = rest
    // After a failure, the remaining operations follow the last one that was added.
    const before = inSequence ? ids[addedCount - 1] : undefined
    if (first && before) rest[0] = { ...first, dependsOnOperationId: before }
    const { added, error } = await add.mutateAsync({ projectId, operations: rest })
    if (error === null) {
      toast.success(`${formatCount(added.length, 'operation')} added`, undoAction(added))
      return onClose()
    }
    setAddedCount(addedCount + added.length)
    form.setValue('text', linesAfter(text, added.length), { shouldDirty: true })
    setLeft(`${added.length} of ${operations.length} added; the rest is still here. ${errorSentence(error)}`)
  }
  return (
    <FormDialog
      title="Add several operations"
      submitLabel={count > 0 ? `Add ${formatCount(count, 'operation')}` : 'Add operations'}
      busyLabel="Adding…"
      frame={left === null ? frame : { ...frame, problem: left, forgetFailure: () => setLeft(null) }}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextArea
        label="Operations, one per line"
        description="Name, hours and work center, with tabs or semicolons between them. Lines copied from a spreadsheet fit."
        placeholder={'Cut plate; 4; Laser\nWeld frame; 12; Welding'}
        rows={8}
        maxLength={limits.maxOperationsPerProject * 100}
        {...field('text')}
      />
      <Checkbox label="Each waits for the one before it" {...form.register('inSequence')} />
    </FormDialog>
  )
}

/** The text without its first `count` lines that are not empty. */
const linesAfter = (text: string, count: number): string => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.slice(count).join('\n')
}
