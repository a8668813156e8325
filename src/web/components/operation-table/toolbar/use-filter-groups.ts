import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import type { FilterGroup } from '#web/components/data-list/filter-groups.tsx'
import { type ChoiceFilter, filterGroups } from './filter-options.ts'

/** The filters of a screen by the keys asked for, with the organisation's work centres. */
export function useFilterGroups(keys: readonly ChoiceFilter[]): FilterGroup<ChoiceFilter>[] {
  const categories = useQuery(categoriesQuery()).data ?? []
  const centres: FilterGroup<ChoiceFilter> = {
    key: 'categoryIds',
    title: 'Work center',
    options: [
      ...categories.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
      { value: 'none', label: 'Without work center' },
    ],
  }
  return keys.flatMap((key) => (key === 'categoryIds' ? [centres] : filterGroups.filter((group) => group.key === key)))
}
