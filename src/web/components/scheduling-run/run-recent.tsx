import { Check } from 'lucide-react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { RunSection } from './run-section.tsx'
import { isDone } from './run-sentences.ts'

/** 'Recently Completed (n)': the projects placed last, newest first. Once the run has ended, what it changed says more. */
export function RunRecent({ run }: { run: SchedulingRun }) {
  return (
    <RunSection title={`Recently Completed (${run.completed})`} startsOpen={!isDone(run)}>
      <ul className="max-h-45 overflow-auto" aria-label="Recently completed projects">
        {run.recent.map((name) => (
          <li key={name} className="flex h-8 items-center gap-2 border-line border-t px-3">
            <Check aria-hidden="true" className="size-4 text-ok-text" />
            <span className="truncate">{name}</span>
          </li>
        ))}
        {run.recent.length === 0 && <li className="border-line border-t px-3 py-2 text-ink-3">None yet</li>}
      </ul>
    </RunSection>
  )
}
