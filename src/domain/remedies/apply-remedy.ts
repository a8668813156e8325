import { isProposable, type RemedyChange } from '#contract/remedies.ts'
import { applyChanges, type ChangedShop } from '../proposals/apply-changes.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'

/** The shop after the changes of a remedy, or why one of them cannot be made. */
export const applyRemedy = (snapshot: ShopSnapshot, changes: readonly RemedyChange[]): ChangedShop => {
  const overtime = changes.flatMap((change) =>
    change.kind === 'overtime'
      ? [
          {
            kind: 'overtime' as const,
            name: 'Overtime',
            startMs: Date.parse(change.startDate),
            endMs: Date.parse(change.endDate),
            categoryId: change.categoryId,
          },
        ]
      : [],
  )
  const categories = snapshot.categories.map((category) => {
    const change = changes.find((one) => one.kind === 'workCentre' && one.categoryId === category.categoryId)
    return change?.kind === 'workCentre' ? { ...category, capacity: change.fields.capacity } : category
  })
  const opened = { ...snapshot, categories, exceptions: [...snapshot.exceptions, ...overtime] }
  return applyChanges(opened, changes.filter(isProposable))
}
