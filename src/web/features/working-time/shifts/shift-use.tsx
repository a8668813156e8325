import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import type { Shift } from '#contract/shifts.ts'
import type { TenantSettings } from '#contract/tenant-settings.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { saveCategoryMutation } from '#web/api/categories/categories.mutations.ts'
import { saveTenantSettingsMutation } from '#web/api/tenants/tenant-settings.mutations.ts'
import { refreshWorkingTime } from '#web/api/working-time/working-time.mutations.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The users of this pattern: the organization and single work centers. A change shows its effects first. */
export function ShiftUse({
  shift,
  tenant,
  categories,
  refusal,
}: {
  shift: Shift
  tenant: TenantSettings
  categories: readonly Category[]
  refusal: string | null
}) {
  const client = useQueryClient()
  const saveCenter = useMutation(saveCategoryMutation(client))
  const saveDefault = useMutation(saveTenantSettingsMutation(client))
  const isDefault = tenant.defaultShiftId === shift.shiftId
  const { ask, dialog } = useConfirmChange()
  const onFailure = { onError: (error: Error) => toast.error(errorSentence(error)) }
  const assign = ({ categoryId, name, version }: Category, own: boolean) => {
    const shiftId = own ? shift.shiftId : null
    ask({
      title: own ? `Switch ${name} to ${shift.name}?` : `Switch ${name} to the organization default?`,
      confirmLabel: 'Assign',
      change: { kind: 'category', categoryId, shiftId },
      act: () => saveCenter.mutateAsync({ categoryId, name, version, shiftId }, onFailure),
    })
  }
  const makeDefault = () =>
    ask({
      title: `Make ${shift.name} the organization's default?`,
      confirmLabel: 'Make it the default',
      change: { kind: 'organisation', defaultShiftId: shift.shiftId },
      act: async () => {
        await saveDefault.mutateAsync({ defaultShiftId: shift.shiftId, version: tenant.version }, onFailure)
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
        {categories
          .filter((category) => !isOutside(category))
          .map((category) => {
            const own = category.shiftId === shift.shiftId
            return (
              <li key={category.categoryId} className="flex items-center justify-between gap-2">
                <Checkbox
                  checked={own}
                  disabled={refusal !== null || saveCenter.isPending}
                  label={<WorkCenterMark color={category.color}>{category.name}</WorkCenterMark>}
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
