import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod/mini'
import { OptionalName, preprocess, RequiredLine } from '#contract/fields.ts'
import { Quantity } from '#contract/operations.ts'
import type { Project, ProjectCopy } from '#contract/projects.ts'
import { copyProjectMutation } from '#web/api/projects/projects.mutations.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const copySchema = (zone: string) =>
  z.object({
    projectName: RequiredLine('Project name'),
    projectNumber: OptionalName('Project number', 60),
    customerName: OptionalName('Customer'),
    plannedShipDate: z.pipe(
      z.string(),
      z.transform((text) => instantFromInput(text, zone)),
    ),
    quantity: preprocess((text: string) => (text === '' ? undefined : text), z.optional(Quantity)),
  })

type CopyProjectDialogProps = {
  project: Project
  /** Whether an operation has hours per piece, so that the quantity matters. */
  countsPieces: boolean
  onClose: () => void
}

/** Creates a project with the same operations, and opens it. */
export function CopyProjectDialog({ project, countsPieces, onClose }: CopyProjectDialogProps) {
  const { zone } = useDateSettings()
  const navigate = useNavigate()
  const copy = useMutation(copyProjectMutation(useQueryClient()))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, field, ...frame } = useContractForm({
    schema: copySchema(zone),
    values: {
      projectName: project.projectName,
      projectNumber: '',
      customerName: project.customerName,
      plannedShipDate: '',
      quantity: '',
    },
    problemsOf: ({ code, message, problems }) =>
      code === 'conflict' ? [{ path: 'projectNumber', message }] : problems,
  })
  const save = async (fields: ProjectCopy) => {
    const made = await copy.mutateAsync({ projectId: project.projectId, fields, idempotencyKey })
    toast.success(`Project #${made.projectNumber} created`, undoAction(made))
    await navigate({ to: '/projects/$projectId', params: { projectId: made.projectId } })
  }
  return (
    <FormDialog
      title={`Copy project #${project.projectNumber}`}
      description={`Its ${formatCount(project.operationCount, 'operation')} are copied with their hours, work centers and links. Dates, progress, holds and notes are not.`}
      submitLabel="Create project"
      busyLabel="Creating…"
      frame={frame}
      refusal={useRefusal('planProjects')}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField {...field('projectName')} label="Project name" required />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextField {...field('projectNumber')} label="Number" placeholder="Next free number" />
        <TextField {...field('customerName')} label="Customer" />
        <DateField {...field('plannedShipDate')} label="Planned ship date" />
        {countsPieces && (
          <NumberField
            {...field('quantity')}
            label="Quantity"
            min={0}
            placeholder={`As in #${project.projectNumber}`}
          />
        )}
      </div>
    </FormDialog>
  )
}
