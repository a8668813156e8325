import type { ListedProject } from '#contract/projects.ts'
import { ListFooter, Total } from '#web/components/data-list/list-footer.tsx'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { countedStates, summarizeProjects } from './summarize-projects.ts'

const keys = [
  ['J K', 'move'],
  ['X', 'select'],
  ['Enter', 'open'],
] as const

/** Totals of what is shown, by state, and the keys of the list. */
export function ProjectsFooter({ projects }: { projects: readonly ListedProject[] }) {
  const totals = summarizeProjects(projects)
  return (
    <ListFooter keys={keys}>
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
    </ListFooter>
  )
}
