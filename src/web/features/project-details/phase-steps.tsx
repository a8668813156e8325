import { Check, ChevronRight, Circle } from 'lucide-react'
import type { Project } from '#contract/projects.ts'
import { phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { phaseIcons } from '#web/components/project-marks/phase-mark.tsx'

const steps = projectPhases.slice(0, 5)

/** The phases from Submittals to Shipped, with the current one marked. On Hold and Cancelled are shown separately. */
export function PhaseSteps({ project: { currentPhase } }: { project: Project }) {
  const at = steps.indexOf(currentPhase)
  const shown = at < 0 ? [...steps, currentPhase] : steps
  return (
    <ol aria-label="Phases" className="flex min-w-0 flex-wrap items-center gap-y-0.5">
      {shown.map((phase, index) => {
        const current = phase === currentPhase
        const passed = at > index
        const Icon = current ? phaseIcons[phase] : passed ? Check : Circle
        return (
          <li key={phase} aria-current={current ? 'step' : undefined} className="flex shrink-0 items-center text-ink-2">
            <span
              className={`flex h-6 items-center gap-1.5 rounded px-2 ${current ? 'bg-primary-tint font-semibold text-primary-text' : ''}`}
            >
              <Icon aria-hidden="true" className="size-3.5" />
              {phaseTitles[phase]}
              {passed && <span className="sr-only">, done</span>}
            </span>
            {/* After its step, so that no line begins with an arrow. */}
            {index < shown.length - 1 && <ChevronRight aria-hidden="true" className="mx-1 size-3.5 text-ink-3" />}
          </li>
        )
      })}
    </ol>
  )
}
