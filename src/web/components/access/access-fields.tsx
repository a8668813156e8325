import { z } from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { MemberAccess } from '#contract/vocabulary.ts'
import { CenterChecks } from '#web/components/work-centers/center-checks.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { AccessChoice } from './access-choice.tsx'

/** Form fields for the access of a member and the work centers of a planner (null means all). */
export const accessShape = { access: MemberAccess, workCenterIds: z.nullable(z.array(Id)) }

/** A planner limited to some work centers needs at least one of them. */
export const hasCenters = z.refine<{ access: MemberAccess; workCenterIds: readonly string[] | null }>(
  ({ access, workCenterIds }) => access !== 'plan' || workCenterIds?.length !== 0,
  { error: 'Choose at least one work center', path: ['workCenterIds'] },
)

type AccessFieldsProps = {
  access: { value: MemberAccess; onChange: (access: MemberAccess) => void }
  workCenterIds: { value: string[] | null; onChange: (ids: string[] | null) => void }
  /** Error message for the chosen work centers. */
  problem: string | null
  description?: string | undefined
  /** Why neither field may be changed. */
  refusal?: string | null
}

const reaches = [
  { value: 'all', label: 'All work centers' },
  { value: 'some', label: 'Some work centers' },
]

/** The access of a member and, for a planner, the work centers that they plan. */
export function AccessFields({ access, workCenterIds, problem, description, refusal = null }: AccessFieldsProps) {
  const disabled = refusal !== null
  const { value: chosen, onChange } = workCenterIds
  return (
    <>
      <AccessChoice {...access} description={refusal ?? description} disabled={disabled} />
      {access.value === 'plan' && (
        <SelectField
          label="Plans"
          options={reaches}
          value={chosen === null ? 'all' : 'some'}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value === 'all' ? null : [])}
        />
      )}
      {access.value === 'plan' && chosen !== null && (
        <CenterChecks chosen={chosen} onChange={onChange} problem={problem} disabled={disabled} />
      )}
    </>
  )
}
