import { type OperationFilter, priorityClasses, severities } from '#contract/operation-filter.ts'
import { operationStatuses, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import type { ListSearch } from '../list-search.ts'
import { severityLooks } from '../severity-mark.tsx'

/** Filters that are a choice of several. */
export type ChoiceFilter = 'severities' | 'priorities' | 'statuses' | 'phases' | 'flagged' | 'categoryIds'

export interface FilterGroup {
  key: ChoiceFilter
  title: string
  options: readonly { value: string; label: string }[]
}

const priorityWords = {
  critical: 'Critical, 90 and more',
  high: 'High, 70 to 89',
  medium: 'Medium, 50 to 69',
  low: 'Low, below 50',
}

/** What both screens can be filtered by, work centres aside. */
export const filterGroups: readonly FilterGroup[] = [
  {
    key: 'severities',
    title: 'Severity',
    options: severities.map((value) => ({
      value,
      label: `${severityLooks[value].word}, ${severityLooks[value].days}`,
    })),
  },
  {
    key: 'priorities',
    title: 'Priority',
    options: priorityClasses.map((value) => ({ value, label: priorityWords[value] })),
  },
  { key: 'statuses', title: 'Status', options: operationStatuses.map((value) => ({ value, label: value })) },
  { key: 'phases', title: 'Phase', options: projectPhases.map((value) => ({ value, label: phaseTitles[value] })) },
  {
    key: 'flagged',
    title: 'Flagged',
    options: [
      { value: 'at-risk', label: 'At risk' },
      { value: 'blocked', label: 'Blocked' },
    ],
  },
]

/** The change that turns one option on or off; the order of the options is kept. */
export function toggleOption(search: ListSearch, { key, options }: FilterGroup, value: string): Partial<ListSearch> {
  const chosen: readonly string[] = search[key] ?? []
  const next = options.map((option) => option.value).filter((item) => chosen.includes(item) !== (item === value))
  return { [key]: next.length > 0 ? next : undefined } as Partial<ListSearch>
}

/** The labels of the options chosen in a group: 'Critical, High'. */
export const chosenWords = (search: ListSearch, { key, options }: FilterGroup): string =>
  options
    .filter(({ value }) => (search[key] as readonly string[] | undefined)?.includes(value))
    .map(({ label }) => label.split(',')[0])
    .join(', ')

export const trendWords: Record<NonNullable<OperationFilter['trend']>, string> = {
  new: 'New since yesterday',
  recovered: 'Recovered',
}
export const snoozedWords: Record<NonNullable<OperationFilter['snoozed']>, string> = {
  hide: 'Hide snoozed',
  only: 'Only snoozed',
  show: 'Show snoozed',
}
