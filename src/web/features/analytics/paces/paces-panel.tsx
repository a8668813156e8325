import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LearnedPacesAnswer, Pace } from '#contract/analytics.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { misleads, paceSentence } from '#web/components/learned-pace/pace-words.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { formatCount, formatFactor } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { FigurePanel } from '../figures/figure-panel.tsx'
import { PacePicture } from './pace-picture.tsx'
import { paceTable } from './pace-table.ts'
import { allSetWords, SetEstimatesDialog } from './set-estimates-dialog.tsx'

type Center = LearnedPacesAnswer['workCenters'][number]
interface Chosen {
  readonly center: Center
  readonly pace: Pace
}

const row = 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1'

const useRefusedBecause = ({ center: { categoryId }, pace }: Chosen): string | null => {
  const refusal = useRefusal('planOperations', { workCenterIds: [categoryId] })
  const settings = useQuery(tenantSettingsQuery()).data
  if (refusal !== null) return refusal
  if (settings?.learnedPace !== 'shown') return 'The forecast takes this pace into account already'
  if (pace.includesWaiting) return 'These hours include waiting'
  if (pace.factor === 1) return 'The estimates are right'
  return pace.openOperations === 0 ? allSetWords : null
}

const PaceRow = ({ center, pace, onSet }: Chosen & { onSet: (chosen: Chosen) => void }) => {
  const refusal = useRefusedBecause({ center, pace })
  const label = `Set the estimate to ${formatFactor(pace.factor)} ×`
  return (
    <div className={row}>
      <div className="min-w-0 grow basis-80">
        <WorkCenterMark color={center.color}>
          <span className="whitespace-normal">{paceSentence(center.name, pace)}</span>
        </WorkCenterMark>
      </div>
      <div className="w-64">
        <PacePicture pace={pace} />
      </div>
      <Button
        size="small"
        aria-label={`${label}: ${pace.kind === null ? center.name : `${center.name}, ${pace.kind}`}`}
        disabledReason={refusal}
        onClick={() => onSet({ center, pace })}
      >
        {label}
      </Button>
    </div>
  )
}

const CenterRows = ({ center, onSet }: { center: Center; onSet: (chosen: Chosen) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const { pace, kinds, name } = center
  return (
    <li className="border-line border-t">
      <PaceRow center={center} pace={pace} onSet={onSet} />
      {kinds.length > 0 && (
        <div className="px-3 pb-1">
          <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? `Hide the kinds of ${name}` : `${formatCount(kinds.length, 'kind')} of ${name}`}
          </Button>
        </div>
      )}
      {isOpen && (
        <ul aria-label={`Kinds of ${name}`}>
          {kinds.map((kind) => (
            <li key={`${kind.basis} ${kind.kind}`}>
              <PaceRow center={center} pace={kind} onSet={onSet} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** How long work takes against its estimates, the most misleading estimates first. */
export function PacesPanel({ paces }: { paces: LearnedPacesAnswer }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const centers = paces.workCenters.toSorted((a, b) => misleads(b.pace) - misleads(a.pace))
  return (
    <div id="estimates" className="col-span-full min-w-0 scroll-mt-header">
      <FigurePanel
        title="Estimates, and how long work takes"
        table={paceTable(paces)}
        empty={
          centers.length === 0 &&
          'A work center appears here once eight of its operations have finished with an estimate and recorded hours.'
        }
        footer={
          centers.length > 0 &&
          paces.unknown.length > 0 && (
            <p className="px-3 pb-3 text-ink-3 text-label">
              Too little is known of {paces.unknown.map(({ name }) => name).join(', ')}.
            </p>
          )
        }
      >
        <ul aria-label="Work centers and their estimates">
          {centers.map((center) => (
            <CenterRows key={center.categoryId} center={center} onSet={setChosen} />
          ))}
        </ul>
      </FigurePanel>
      {chosen && (
        <SetEstimatesDialog
          categoryId={chosen.center.categoryId}
          name={chosen.pace.kind === null ? chosen.center.name : `${chosen.center.name}, ${chosen.pace.kind}`}
          pace={chosen.pace}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}
