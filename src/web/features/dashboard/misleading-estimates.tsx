import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { learnedPacesQuery } from '#web/api/overview/analytics.queries.ts'
import { isMisleading, misleads, paceSentence } from '#web/components/learned-pace/pace-words.ts'
import { Panel } from '#web/ui/panel.tsx'

/** The work center whose estimates mislead most, if any does. */
export function MisleadingEstimates() {
  const centers = useQuery(learnedPacesQuery()).data?.workCenters ?? []
  const [worst] = centers
    .filter(({ pace }) => isMisleading(pace) && !pace.includesWaiting)
    .toSorted((a, b) => misleads(b.pace) - misleads(a.pace))
  if (!worst) return null
  return (
    <Panel
      title="Misleading estimates"
      actions={
        <Link to="/analytics" hash="estimates" className="text-primary-text hover:underline">
          Open estimates
        </Link>
      }
    >
      <p className="px-3 py-2">{paceSentence(worst.name, worst.pace)}.</p>
    </Panel>
  )
}
