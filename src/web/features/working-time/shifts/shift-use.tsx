import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import type { Organisation } from '#contract/organisation.ts'
import type { Shift } from '#contract/shifts.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { saveCategoryMutation } from '#web/api/categories.mutations.ts'
import { saveOrganisationMutation } from '#web/api/organisation.mutations.ts'
import { refreshWorkingTime } from '#web/api/working-time.mutations.ts'
import { WorkCentreMark } from '#web/components/project-marks/work-centre-mark.tsx'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Who works by this pattern: the organisation, and work centres of its own choice. Changed when what it moves has been seen. */
export function ShiftUse({
  shift,
  organisation,
  categories,
  refusal,
}: {
  shift: Shift
  organisation: Organisation
  categories: readonly Category[]
  refusal: string | null
}) {
  const client = useQueryClient()
  const saveCentre = useMutation(saveCategoryMutation(client))
  const saveDefault = useMutation(saveOrganisationMutation(client))
  const isDefault = organisation.defaultShiftId === shift.shiftId
  const { ask, dialog } = useConfirmChange()
  const tell = { onError: (error: Error) => toast.error(errorSentence(error)) }
  const assign = ({ categoryId, name, version }: Category, own: boolean) => {
    const shiftId = own ? shift.shiftId : null
    ask({
      title: own ? `Switch ${name} to ${shift.name}?` : `Switch ${name} to the organization default?`,
      confirmLabel: 'Assign',
      change: { kind: 'category', categoryId, shiftId },
      act: () => saveCentre.mutateAsync({ categoryId, name, version, shiftId }, tell),
    })
  }
  const makeDefault = () =>
    ask({
      title: `Make ${shift.name} the organization's default?`,
      confirmLabel: 'Make it the default',
      change: { kind: 'organisation', defaultShiftId: shift.shiftId },
      act: async () => {
        await saveDefault.mutateAsync({ defaultShiftId: shift.shiftId, version: organisation.version }, tell)
        await refreshWorkingTime(client, 'organisation')
      },
    })
  return (
    <section aria-label="Used by" className="flex flex-col gap-2 border-line border-b p-4">
      <h2 className="font-semibold">Used by</h2>
      {isDefault ? (
        <p className="text-ink-2">The organization: every work center without a pattern of its own.</p>
      ) : (
        <Button size="small" busy={saveDefault.isPending} disabledReason={refusal} onClick={makeDefault}>
          Make it the organization's default
        </Button>
      )}
      <ul className="flex flex-col gap-1">
        {categories.map((category) => {
          const own = category.shiftId === shift.shiftId
          return (
            <li key={category.categoryId} className="flex items-center justify-between gap-2">
              <Checkbox
                checked={own}
                disabled={refusal !== null || saveCentre.isPending}
                label={<WorkCentreMark color={category.color}>{category.name}</WorkCentreMark>}
                onChange={(event) => assign(category, event.target.checked)}
              />
              <span className="text-ink-3 text-label">
                {own ? 'its own pattern' : category.shiftId === null ? 'organization default' : 'another pattern'}
              </span>
            </li>
          )
        })}
      </ul>
      {dialog}
    </section>
  )
}
