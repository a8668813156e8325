import { Ban, CircleCheck, CirclePause, Factory, FileText, type LucideIcon, PencilRuler, Truck } from 'lucide-react'
import { type ProjectPhase, phaseTitles } from '#contract/vocabulary.ts'

export const phaseIcons: Record<ProjectPhase, LucideIcon> = {
  submittals: FileText,
  engineering: PencilRuler,
  production: Factory,
  complete: CircleCheck,
  shipped: Truck,
  on_hold: CirclePause,
  cancelled: Ban,
}

/** The phase of a project: icon and title, without a color. */
export function PhaseMark({ phase }: { phase: ProjectPhase }) {
  const Icon = phaseIcons[phase]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden="true" className="size-3.5 text-ink-3" />
      {phaseTitles[phase]}
    </span>
  )
}
