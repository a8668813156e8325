import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import type { SavedView, ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import { createViewMutation } from '#web/api/overview/saved-views.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type SaveViewDialogProps = {
  screen: ViewScreen
  search: SavedView['search']
  onSaved: (view: SavedView) => void
  onClose: () => void
}

const ViewInput = z.object({ name: RequiredLine('Name', 80), shared: z.boolean(), isDefault: z.boolean() })

/** Saves the current view under a name, for the user or for everyone in the organization. */
export function SaveViewDialog({ screen, search, onSaved, onClose }: SaveViewDialogProps) {
  const create = useMutation(createViewMutation(useQueryClient()))
  const { form, submit, field, ...frame } = useContractForm({
    schema: ViewInput,
    values: { name: '', shared: false, isDefault: false },
    // Every refusal is shown at the name: another view has it, or there are too many views.
    problemsOf: ({ message }) => [{ path: 'name', message }],
  })
  const shareRefusal = useRefusal('shareViews')
  const save = async (input: z.infer<typeof ViewInput>) => {
    const view = await create.mutateAsync({ screen, search: search as ViewSearch, ...input })
    toast.success(`${view.name} saved`)
    onSaved(view)
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title="Save view"
      description="Saves what the screen shows now: filters, order, columns and options."
      submitLabel="Save view"
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={80} {...field('name')} />
      {shareRefusal === null ? (
        <Checkbox label="Shared with everyone" {...form.register('shared')} />
      ) : (
        <p className="text-ink-3 text-label">Only you will see it. {shareRefusal}</p>
      )}
      <Checkbox label="Open by default" {...form.register('isDefault')} />
    </FormDialog>
  )
}
