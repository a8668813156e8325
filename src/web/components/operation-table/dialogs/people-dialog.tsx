import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { BulkAction } from '#contract/bulk-operations.ts'
import { poolsQuery } from '#web/api/categories/categories.queries.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useTableScene } from '../table-scene.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const none = 'none'

const ResourceChoice = z.object({
  /** Empty means no change. */
  poolId: z.string(),
  elsewhere: z.enum(['stay', 'none', 'chosen']),
  alternativeIds: z.array(z.string()),
})
type Choice = z.infer<typeof ResourceChoice>

const unchanged: Choice = { poolId: '', elsewhere: 'stay', alternativeIds: [] }

const actionOf = ({ poolId, elsewhere, alternativeIds }: Choice): BulkAction => ({
  kind: 'pool',
  ...(poolId !== '' && { poolId: poolId === none ? null : poolId }),
  ...(elsewhere !== 'stay' && { alternativeIds: elsewhere === 'none' ? [] : alternativeIds }),
})

/** What is missing before the action can run; null if nothing is. */
const missing = ({ poolId, elsewhere, alternativeIds }: Choice): string | null => {
  if (elsewhere === 'chosen' && alternativeIds.length === 0) return 'Choose at least one work center'
  return poolId === '' && elsewhere === 'stay' ? 'Choose what to change' : null
}

/** The people or tools that operations need in addition to their work center, and their alternative work centers. */
export function PeopleDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { categories } = useTableScene()
  const pools = useQuery(poolsQuery()).data ?? []
  const { form, submit, field, ...frame } = useContractForm({
    schema: ResourceChoice,
    values: unchanged,
  })
  const choice = form.watch()
  return (
    <ActionDialog
      title="People and tools"
      subject={subject.title}
      submitLabel="Change"
      frame={frame}
      disabledReason={missing(choice)}
      onClose={onClose}
      onSubmit={submit((input) => onRun(actionOf(input)))}
      onTry={submit((input) => onTry(actionOf(input)))}
      isTrying={isTrying}
    >
      {pools.length > 0 && (
        <SelectField
          label="Also needs"
          options={[
            { value: '', label: 'No change' },
            ...pools.map(({ categoryId: value, name }) => ({ value, label: name })),
            { value: none, label: 'Only its work center' },
          ]}
          {...field('poolId')}
        />
      )}
      <SelectField
        label="May also run at"
        options={[
          { value: 'stay', label: 'No change' },
          { value: 'chosen', label: 'These work centers' },
          { value: 'none', label: 'No other work center' },
        ]}
        {...field('elsewhere')}
      />
      {choice.elsewhere === 'chosen' && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-ink-2 text-label">Work centers</legend>
          <div className="flex max-h-60 flex-col gap-2 overflow-auto rounded border border-line-2 p-2">
            {categories.map(({ categoryId, name }) => (
              <Checkbox key={categoryId} value={categoryId} label={name} {...form.register('alternativeIds')} />
            ))}
          </div>
          <p className="mt-1 text-ink-3 text-label">
            An added work center uses the hours of the operation's own work center.
          </p>
        </fieldset>
      )}
    </ActionDialog>
  )
}
