import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { preprocess, RequiredLine } from '#contract/fields.ts'
import { Quantity } from '#contract/operations.ts'
import type { RoutingTemplate } from '#contract/routing-templates.ts'
import type { ApiError } from '#web/api/api-error.ts'
import {
  addRoutingTemplateMutation,
  deleteRoutingTemplateMutation,
  renameRoutingTemplateMutation,
  saveRoutingTemplateMutation,
} from '#web/api/projects/routing-templates.mutations.ts'
import { routingTemplatesQuery } from '#web/api/projects/routing-templates.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The form for a template name; a duplicate name is refused at its field. */
const nameForm = {
  schema: z.object({ name: RequiredLine('Name', 120) }),
  problemsOf: ({ code, message, problems }: ApiError) => (code === 'conflict' ? [{ path: 'name', message }] : problems),
}

type SaveTemplateDialogProps = { projectId: string; projectName: string; count: number; onClose: () => void }

/** Saves the operations of a project as a routing template. */
export function SaveTemplateDialog({ projectId, projectName, count, onClose }: SaveTemplateDialogProps) {
  const save = useMutation(saveRoutingTemplateMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({ ...nameForm, values: { name: projectName } })
  const keep = async ({ name }: { name: string }) => {
    await save.mutateAsync({ name, projectId })
    toast.success(`Routing template ${name} saved`)
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title="Save as routing template"
      description={`Its ${formatCount(count, 'operation')} are saved with their hours, work centers and links, without dates and progress.`}
      submitLabel="Save template"
      busyLabel="Saving…"
      frame={frame}
      refusal={useRefusal('keepTemplates')}
      onSubmit={submit(keep)}
      onClose={onClose}
    >
      <TextField {...field('name')} label="Name" required />
    </FormDialog>
  )
}

const addSchema = z.object({
  templateId: z.string().check(z.minLength(1, 'Choose a template')),
  quantity: preprocess((text: string) => (text === '' ? undefined : text), z.optional(Quantity)),
})

/** The content of a template: '6 operations, 24 h: Cut, Bend, Weld'. */
const contentOf = ({ operations }: RoutingTemplate): string => {
  const hours = operations.reduce((sum, { durationHours }) => sum + durationHours, 0)
  return `${formatCount(operations.length, 'operation')}, ${formatHours(hours)}: ${operations.map(({ name }) => name).join(', ')}`
}

/** Renames a template, based on the version that the reader saw. */
function RenameTemplate({ template, onClose }: { template: RoutingTemplate; onClose: () => void }) {
  const rename = useMutation(renameRoutingTemplateMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({ ...nameForm, values: { name: template.name } })
  const save = async ({ name }: { name: string }) => {
    await rename.mutateAsync({ ...template, name })
    toast.success(`Routing template renamed to ${name}`)
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title="Rename routing template"
      submitLabel="Rename"
      busyLabel="Saving…"
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField {...field('name')} label="Name" required />
    </FormDialog>
  )
}

/** Asks before a template is deleted. */
const DeleteTemplate = ({ template, onClose }: { template: RoutingTemplate; onClose: () => void }) => {
  const remove = useMutation(deleteRoutingTemplateMutation(useQueryClient()))
  return (
    <ConfirmDialog
      open
      danger
      title={`Delete the routing template ${template.name}?`}
      confirmLabel="Delete template"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={() => remove.mutate(template.templateId, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Operations that were added from it stay.
    </ConfirmDialog>
  )
}

/** Adds the operations of a routing template to a project. */
export function AddTemplateDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { data: templates } = useQuery(routingTemplatesQuery())
  const add = useMutation(addRoutingTemplateMutation(useQueryClient()))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [deleting, setDeleting] = useState<RoutingTemplate | null>(null)
  const [isRenaming, setRenaming] = useState(false)
  const { form, submit, field, ...frame } = useContractForm({
    schema: addSchema,
    values: { templateId: '', quantity: '' },
    mode: 'onSubmit',
  })
  const chosen = templates?.find(({ templateId }) => templateId === form.watch('templateId'))
  const refusal = useRefusal('planOperations')
  const elsewhere = useRefusal('planOperations', {
    workCenterIds: chosen?.operations.map(({ categoryId }) => categoryId) ?? [],
  })
  const save = async (wanted: z.infer<typeof addSchema>) => {
    const added = await add.mutateAsync({ projectId, ...wanted, idempotencyKey })
    toast.success(`${formatCount(added.length, 'operation')} added`, undoAction(added))
    onClose()
  }
  return (
    <>
      <FormDialog
        title="Add from a routing template"
        description={templates?.length === 0 ? 'No templates yet. Save the operations of a project as one.' : undefined}
        submitLabel={chosen ? `Add ${formatCount(chosen.operations.length, 'operation')}` : 'Add operations'}
        busyLabel="Adding…"
        frame={frame}
        refusal={refusal}
        disabledReason={elsewhere}
        onSubmit={submit(save)}
        onClose={onClose}
        besides={
          chosen && (
            <>
              <Button onClick={() => setRenaming(true)}>Rename template</Button>
              <Button onClick={() => setDeleting(chosen)}>Delete template</Button>
            </>
          )
        }
      >
        <SelectField
          {...field('templateId')}
          label="Template"
          placeholder="Choose"
          required
          description={chosen && contentOf(chosen)}
          options={(templates ?? []).map(({ templateId, name }) => ({ value: templateId, label: name }))}
        />
        {chosen?.operations.some(({ countsPieces }) => countsPieces) && (
          <NumberField {...field('quantity')} label="Quantity" min={0} placeholder="As in the template" />
        )}
      </FormDialog>
      {isRenaming && chosen && <RenameTemplate template={chosen} onClose={() => setRenaming(false)} />}
      {deleting && (
        <DeleteTemplate
          template={deleting}
          onClose={() => {
            setDeleting(null)
            form.setValue('templateId', '')
          }}
        />
      )}
    </>
  )
}
