import { phaseTitles, projectPhases, projectStates } from '#contract/vocabulary.ts'
import { bandWords, priorityBands } from '#web/components/project-marks/priority-bands.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import type { ProjectsSearch } from '../projects-search.ts'

export type ListFilter = 'phase' | 'state' | 'priority'

export interface FilterGroup {
  key: ListFilter
  title: string
  options: readonly { value: string; label: string }[]
}

/** What can be filtered by a choice of several. */
export const filterGroups: readonly FilterGroup[] = [
  { key: 'phase', title: 'Phase', options: projectPhases.map((value) => ({ value, label: phaseTitles[value] })) },
  { key: 'state', title: 'State', options: projectStates.map((value) => ({ value, label: stateLooks[value].word })) },
  { key: 'priority', title: 'Priority', options: priorityBands.map((value) => ({ value, label: bandWords[value] })) },
]

/** The change of the search that turns one option on or off; the order of the options is kept. */
export function toggleOption(search: ProjectsSearch, { key, options }: FilterGroup, value: string) {
  const chosen: readonly string[] = search[key]
  const next = options.map((option) => option.value).filter((item) => chosen.includes(item) !== (item === value))
  return { [key]: next } as Partial<ProjectsSearch>
}

/** The labels of the options chosen in a group: 'Production, Shipped'. */
export const chosenWords = (search: ProjectsSearch, { key, options }: FilterGroup): string =>
  options
    .filter(({ value }) => (search[key] as readonly string[]).includes(value))
    .map(({ label }) => label)
    .join(', ')
