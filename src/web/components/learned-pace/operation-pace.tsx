import { useQuery } from '@tanstack/react-query'
import { learnedPacesQuery } from '#web/api/overview/analytics.queries.ts'
import { paceSentence } from './pace-words.ts'
import { PacedHours } from './paced-hours.tsx'
import { type PacedOperation, paceAmong } from './paced-hours-words.ts'

const look = 'px-5 pt-2 text-ink-2 max-md:px-4'

/** How long such work takes against its estimate, where enough is known, and with which hours it is planned. */
export function OperationPace({ operation }: { operation: PacedOperation }) {
  const paces = useQuery(learnedPacesQuery()).data
  const center = paces?.workCenters.find(({ categoryId }) => categoryId === operation.categoryId)
  const pace = center && paceAmong(center, operation)
  return (
    <>
      {pace && <p className={look}>{paceSentence(center.name, pace)}.</p>}
      <PacedHours operation={operation} className={look} />
    </>
  )
}
