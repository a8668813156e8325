import { useQuery } from '@tanstack/react-query'
import { type OperationFilter, priorityClasses, severities } from '#contract/operation-filter.ts'
import { operationStatuses, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { poolsQuery, workCentersQuery } from '#web/api/categories/categories.queries.ts'
import type { FilterGroup } from '#web/components/data-list/filter-groups.tsx'
import type { ListSearch, OnListSearch } from '../list-search.ts'
import { severityLooks } from '../severity-mark.tsx'
import { useTableScene } from '../table-scene.ts'

/** Filters with several options. */
export type ChoiceFilter = 'severities' | 'priorities' | 'statuses' | 'phases' | 'flagged' | 'categoryIds' | 'poolIds'

const priorityWords = {
  critical: 'Critical, 90 and above',
  high: 'High, 70 to 89',
  medium: 'Medium, 50 to 69',
  low: 'Low, below 50',
}

const waitingForMaterial = 'waiting-for-material'

/** The filters of both screens, except those by work center and by pool. */
const filterGroups: readonly FilterGroup<ChoiceFilter>[] = [
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
      { value: waitingForMaterial, label: 'Waiting for material' },
    ],
  },
]

const withoutMaterial = (group: FilterGroup<ChoiceFilter>): FilterGroup<ChoiceFilter> => ({
  ...group,
  options: group.options.filter(({ value }) => value !== waitingForMaterial),
})

/** The filters of a screen with the given keys, including the work centers and pools of the organization. */
export function useFilterGroups(keys: readonly ChoiceFilter[], { flagged }: ListSearch): FilterGroup<ChoiceFilter>[] {
  const { usesMaterial } = useTableScene()
  const isOffered = usesMaterial || flagged?.includes(waitingForMaterial)
  const groups = isOffered ? filterGroups : filterGroups.map(withoutMaterial)
  const categories = useQuery(workCentersQuery()).data ?? []
  const centers: FilterGroup<ChoiceFilter> = {
    key: 'categoryIds',
    title: 'Work center',
    options: [
      ...categories.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
      { value: 'none', label: 'No work center' },
    ],
  }
  const pools = useQuery(poolsQuery()).data ?? []
  const alsoNeeds: FilterGroup<ChoiceFilter> = {
    key: 'poolIds',
    title: 'Also needs',
    options: [
      ...pools.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
      { value: 'none', label: 'Only its work center' },
    ],
  }
  const all = [...groups, centers, ...(pools.length > 0 ? [alsoNeeds] : [])]
  return keys.flatMap((key) => all.filter((group) => group.key === key))
}

/** The selected options of each filter, and the change of the search for another selection. */
export const choices = (search: ListSearch, onSearchChange: OnListSearch) => ({
  chosenOf: (key: ChoiceFilter): readonly string[] => search[key] ?? [],
  onChoose: (key: ChoiceFilter, values: readonly string[]) =>
    onSearchChange({ [key]: values.length > 0 ? values : undefined } as Partial<ListSearch>),
})

export const trendWords: Record<NonNullable<OperationFilter['trend']>, string> = {
  new: 'New since yesterday',
  recovered: 'Recovered',
}
export const snoozedWords: Record<NonNullable<OperationFilter['snoozed']>, string> = {
  hide: 'Hide snoozed',
  only: 'Only snoozed',
  show: 'Show snoozed',
}
