import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod/mini'
import { OptionalName, RequiredLine } from '#contract/fields.ts'
import type { PromisedProject, PromiseKind, PromiseQuestion } from '#contract/promise-date.ts'
import { createPromisedProjectMutation } from '#web/api/schedule/promise-date.mutations.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** An unchanged ship date stays exactly the instant of the answer. */
const projectSchema = (answered: string, zone: string) =>
  z.object({
    projectName: RequiredLine('Project name'),
    projectNumber: OptionalName('Project number', 60),
    customerName: OptionalName('Customer'),
    plannedShipDate: z.pipe(
      z.string(),
      z.transform((text) => (text === dateInputValue(answered, zone) ? answered : instantFromInput(text, zone))),
    ),
  })

type CreateProjectDialogProps = {
  question: PromiseQuestion
  kind: PromiseKind
  shipDate: string
  /** When the work is done with 80 % certainty; null = not known. */
  sureDate: string | null
  delayedCount: number
  onClose: () => void
}

/** Creates a project from an answer, and opens it. */
export function CreateProjectDialog(props: CreateProjectDialogProps) {
  const { question, kind, shipDate, sureDate, delayedCount, onClose } = props
  const dates = useDateSettings()
  const { zone } = dates
  const create = useMutation(createPromisedProjectMutation(useQueryClient()))
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, field, choice, ...frame } = useContractForm({
    schema: projectSchema(shipDate, zone),
    values: {
      projectName: '',
      projectNumber: '',
      customerName: '',
      plannedShipDate: dateInputValue(shipDate, zone),
    },
    problemsOf: ({ code, message, problems }) =>
      code === 'conflict' && message.includes('number') ? [{ path: 'projectNumber', message }] : problems,
  })
  const save = async (project: PromisedProject['project']) => {
    const created = await create.mutateAsync({
      question,
      kind,
      seen: { shipDate, delayedCount },
      project,
      idempotencyKey,
    })
    const { projectId, projectNumber } = created.project
    toast.success(`Project #${projectNumber} created`, {
      action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId: created.changeId }) },
    })
    onClose()
    await navigate({ to: '/projects/$projectId', params: { projectId } })
  }
  return (
    <FormDialog
      title="Create project"
      description={
        delayedCount === 0
          ? 'Its operations are planned at the dates of the answer. No other project will ship later. Work that is behind plan moves to its forecast dates.'
          : `Its operations are planned at the dates of the answer. ${formatCount(delayedCount, 'project')} will ship later.`
      }
      submitLabel="Create project"
      busyLabel="Creating…"
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField {...field('projectName')} label="Project name" required />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextField {...field('projectNumber')} label="Number" placeholder="Next free number" />
        <TextField {...field('customerName')} label="Customer" />
      </div>
      <DateField {...field('plannedShipDate')} label="Planned ship date" />
      {sureDate !== null && (
        <Button
          size="small"
          className="self-start"
          onClick={() => choice('plannedShipDate').onChange(dateInputValue(dayOfEnd(sureDate), zone))}
        >
          Use the 80 % date: {formatShipDate(dayOfEnd(sureDate), dates)}
        </Button>
      )}
    </FormDialog>
  )
}
