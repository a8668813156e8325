import { useQuery } from '@tanstack/react-query'
import { isOutside } from '#domain/categories/category-kind.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { learnedPacesQuery } from '#web/api/overview/analytics.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { type PacedOperation, pacedHoursWords } from './paced-hours-words.ts'

type PacedHoursProps = { operation: PacedOperation; className: string }

/** With which hours an operation is planned, where that is not its estimate. */
export function PacedHours({ operation, className }: PacedHoursProps) {
  const paces = useQuery(learnedPacesQuery()).data
  const use = useQuery(tenantSettingsQuery()).data?.learnedPace
  const categories = useQuery(categoriesQuery()).data
  if (!paces || !use || !categories) return null
  const isAway = categories.some((category) => category.categoryId === operation.categoryId && isOutside(category))
  const words = pacedHoursWords(operation, { use, paces, isAway })
  return words && <p className={className}>{words}.</p>
}
