import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { type FilterGroup, FilterGroupChips, groupFilterWords } from '#web/components/data-list/filter-groups.tsx'
import { type DateSettings, formatDay } from '#web/lib/format-date.ts'
import { formatDays, formatNumber } from '#web/lib/format-number.ts'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import type { ListSearch, OnListSearch } from '../list-search.ts'
import { useTableScene } from '../table-scene.ts'
import { type ChoiceFilter, choices, snoozedWords, trendWords, useFilterGroups } from './filter-options.ts'

type FilterChipsProps = {
  search: ListSearch
  defaults: ListSearch
  onSearchChange: OnListSearch
  groups: readonly FilterGroup<ChoiceFilter>[]
  dates: DateSettings
}

/** The numbers of the projects in the filter; '' if there are none. The list of projects is read only if there are some. */
function useProjectWords(projectIds: readonly string[]): string {
  const projects = useQuery({ ...projectsQuery(), enabled: projectIds.length > 0 }).data ?? []
  if (projectIds.length === 0) return ''
  const named = projects.filter(({ projectId }) => projectIds.includes(projectId))
  return (
    named.map(({ projectNumber }) => `#${projectNumber}`).join(', ') || `${formatNumber(projectIds.length)} selected`
  )
}

/** The names of the projects in the filter. */
const ProjectChip = ({ projectIds, onRemove }: { projectIds: readonly string[]; onRemove: () => void }) => (
  <FilterChip label="Project is" value={useProjectWords(projectIds)} onRemove={onRemove} />
)

/** The filters without a list of options: the text of each, and the change that removes it. */
const plainFilters = (search: ListSearch, defaults: ListSearch, dates: DateSettings) => {
  const day = (date: string) => formatDay(date, dates)
  const { fromDate, toDate, minDaysOverdue, trend, snoozed, onHold, stalled } = search
  const filters: [boolean, string, string, Partial<ListSearch>][] = [
    [fromDate !== undefined, 'Scheduled from', fromDate ? day(fromDate) : '', { fromDate: undefined }],
    [toDate !== undefined, 'Scheduled until', toDate ? day(toDate) : '', { toDate: undefined }],
    [(minDaysOverdue ?? 0) > 0, 'Minimum', formatDays(minDaysOverdue), { minDaysOverdue: undefined }],
    [trend !== undefined, 'Trend is', trend ? trendWords[trend] : '', { trend: undefined }],
    [stalled === true, 'Started and stalled', '', { stalled: undefined }],
    [onHold !== undefined, onHold ? 'On hold' : 'Not on hold', '', { onHold: undefined }],
    [
      snoozed !== undefined && snoozed !== defaults.snoozed,
      'Snoozed',
      snoozed ? snoozedWords[snoozed] : '',
      { snoozed: defaults.snoozed },
    ],
  ]
  return filters.filter(([isSet]) => isSet).map(([, label, value, none]) => ({ label, value, none }))
}

/** All active filters in words: 'Priority is High', 'Scheduled from 11/23/2026', 'Search for "weld"'. */
export function useFilterWords(search: ListSearch, defaults: ListSearch, keys: readonly ChoiceFilter[]): string[] {
  const { dates } = useTableScene()
  const groups = useFilterGroups(keys, search)
  const projects = useProjectWords(search.projectIds ?? [])
  return [
    ...groupFilterWords({ groups, ...choices(search, () => {}) }),
    ...(projects ? [`Project is ${projects}`] : []),
    ...plainFilters(search, defaults, dates).map(({ label, value }) => [label, value].filter(Boolean).join(' ')),
    ...(search.search ? [`Search for "${search.search}"`] : []),
  ]
}

/** Active filters: a chip opens its options, and its cross removes the filter. */
export function FilterChips({ search, defaults, onSearchChange, groups, dates }: FilterChipsProps) {
  const { projectIds } = search
  return (
    <>
      <FilterGroupChips groups={groups} {...choices(search, onSearchChange)} />
      {projectIds && projectIds.length > 0 && (
        <ProjectChip projectIds={projectIds} onRemove={() => onSearchChange({ projectIds: undefined })} />
      )}
      {plainFilters(search, defaults, dates).map(({ label, value, none }) => (
        <FilterChip key={label} label={label} value={value || undefined} onRemove={() => onSearchChange(none)} />
      ))}
    </>
  )
}
