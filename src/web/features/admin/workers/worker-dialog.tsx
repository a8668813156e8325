import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Worker, WorkerInput, workerLimits } from '#contract/workers.ts'
import { saveWorkerMutation } from '#web/api/floor/workers.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Adds a person with a code, or changes one. */
export function WorkerDialog({ worker, onClose }: { worker: Worker | null; onClose: () => void }) {
  const save = useMutation(saveWorkerMutation(useQueryClient()))
  const { name = '', code = '', badge = '', isActive = true } = worker ?? {}
  const {
    submit,
    field,
    form,
    choice: _choice,
    problemOf: _problemOf,
    ...frame
  } = useContractForm({ schema: WorkerInput, values: { name, code, badge, isActive }, mode: 'onSubmit' })
  return (
    <FormDialog
      size="small"
      title={worker ? `Edit ${worker.name}` : 'New person'}
      description="A person on the floor has no account. Their code says who worked."
      submitLabel={worker ? 'Save' : 'Add person'}
      busyLabel={worker ? 'Saving…' : 'Adding…'}
      frame={frame}
      onSubmit={submit(async (input) => {
        await save.mutateAsync({ ...input, ...(worker && { workerId: worker.workerId, version: worker.version }) })
        onClose()
      })}
      onClose={onClose}
    >
      <TextField label="Name" required autoComplete="off" maxLength={80} {...field('name')} />
      <TextField label="Four digits" required autoComplete="off" inputMode="numeric" maxLength={4} {...field('code')} />
      <TextField
        label="Badge"
        autoComplete="off"
        maxLength={workerLimits.badgeCharacters}
        description="What a scanner reads from their badge, if they have one"
        {...field('badge')}
      />
      {worker && <Checkbox label="Active: their code works on tablets" {...form.register('isActive')} />}
    </FormDialog>
  )
}
