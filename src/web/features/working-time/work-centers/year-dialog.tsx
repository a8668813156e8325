import { useSuspenseQuery } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { exceptionsQuery, holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { YearPreview } from '../shifts/year-preview.tsx'

/** Twelve months of one work center: its own pattern or the organization's, with its own closed days and overtime. */
export function YearDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const { data: tenant } = useSuspenseQuery(tenantSettingsQuery())
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const { data: exceptions } = useSuspenseQuery(exceptionsQuery())
  const find = (id: string | null) => shifts.find(({ shiftId }) => shiftId === id)
  const own = find(category.shiftId)
  const shift = own ?? find(tenant.defaultShiftId)
  const by = shift ? `${shift.name}${own ? '' : ', organization default'}` : '24/7'
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => open || onClose()}
      title={`Year of ${category.name}`}
      description={by}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <YearPreview
        name={shift?.name ?? ''}
        versions={shift?.versions ?? []}
        categoryId={category.categoryId}
        holidays={holidays}
        exceptions={exceptions}
      />
    </Dialog>
  )
}
