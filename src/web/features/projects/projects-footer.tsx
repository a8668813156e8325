import type { ReactNode } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { countedStates, summariseProjects } from './summarise-projects.ts'

const Total = ({ count, one }: { count: number; one: string }) => (
  <span className="whitespace-nowrap">
    <b className="text-ink">{formatNumber(count)}</b> {count === 1 ? one : `${one}s`}
  </span>
)

const Keys = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    {keys.map((key) => (
      <KeyCap key={key} keys={key} />
    ))}
    {children}
  </span>
)

/** Totals of what is shown, by state, and the keys of the list. */
export function ProjectsFooter({ projects }: { projects: readonly ListedProject[] }) {
  const totals = summariseProjects(projects)
  return (
    <footer className="flex h-9 shrink-0 items-center gap-4 overflow-hidden border-line-2 border-t bg-canvas px-5 text-ink-2 text-label tabular-nums max-md:hidden">
      <Total count={totals.projects} one="project" />
      <Total count={totals.operations} one="operation" />
      {countedStates
        .filter((state) => totals.states[state] > 0)
        .map((state) => (
          <Mark key={state} kind={stateLooks[state].kind}>
            {totals.states[state]} {stateLooks[state].word.toLowerCase()}
          </Mark>
        ))}
      {totals.pastDue > 0 && <Mark kind="late">{totals.pastDue} past due</Mark>}
      <span className="ml-auto flex items-center gap-4 max-lg:hidden">
        <Keys keys={['J', 'K']}>move</Keys>
        <Keys keys={['X']}>select</Keys>
        <Keys keys={['Enter']}>open</Keys>
      </span>
    </footer>
  )
}
