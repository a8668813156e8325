import { useQuery } from '@tanstack/react-query'
import { groupOf } from '#domain/learned/group-of.ts'
import { learnedPacesQuery } from '#web/api/overview/analytics.queries.ts'
import { paceSentence } from './pace-words.ts'

type OperationPaceProps = {
  operation: { readonly categoryId: string | null; readonly name: string; readonly setupFamily: string }
}

/** How long such work takes against its estimate, where enough is known. */
export function OperationPace({ operation }: OperationPaceProps) {
  const paces = useQuery(learnedPacesQuery()).data
  const center = paces?.workCenters.find(({ categoryId }) => categoryId === operation.categoryId)
  if (!center) return null
  const groups = [center.pace, ...center.kinds].map((pace) => ({ kind: pace.kind, pace }))
  const group = groupOf(groups, operation)
  return group && <p className="px-5 pt-2 text-ink-2 max-md:px-4">{paceSentence(center.name, group.pace)}.</p>
}
