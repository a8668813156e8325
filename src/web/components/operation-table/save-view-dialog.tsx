import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SavedView, ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { createViewMutation } from '#web/api/saved-views.mutations.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { RawSearch } from './list-search.ts'

type SaveViewDialogProps = {
  screen: ViewScreen
  search: RawSearch
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Gives what the screen shows a name: for oneself, or for everybody of the organisation. */
export function SaveViewDialog({ screen, search, onSaved, onClose }: SaveViewDialogProps) {
  const create = useMutation(createViewMutation(useQueryClient()))
  const form = useId()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [isDefault, setDefault] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { screen, name: name.trim(), search: search as ViewSearch, shared, isDefault },
      {
        onSuccess: (view) => {
          toast.success(`${view.name} saved`)
          onSaved(view)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      size="small"
      title="Save view"
      description="Saves the current filters, sorting, grouping and columns."
      onOpenChange={(next) => next || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={create.isPending}
            disabledReason={name.trim() === '' && 'Give it a name first'}
          >
            Save view
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className="flex flex-col gap-3">
        <TextField
          label="Name"
          required
          maxLength={80}
          value={name}
          error={create.isError ? errorSentence(create.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox label="Shared with everyone" checked={shared} onChange={() => setShared(!shared)} />
        <Checkbox label="Open by default" checked={isDefault} onChange={() => setDefault(!isDefault)} />
      </form>
    </Dialog>
  )
}
