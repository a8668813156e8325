import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { type FilterGroup, FilterGroupChips } from '#web/components/data-list/filter-groups.tsx'
import { type DateSettings, formatDay } from '#web/lib/format-date.ts'
import { formatDays, formatNumber } from '#web/lib/format-number.ts'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import type { ListSearch, OnListSearch } from '../list-search.ts'
import { type ChoiceFilter, choices, snoozedWords, trendWords } from './filter-options.ts'

type FilterChipsProps = {
  search: ListSearch
  defaults: ListSearch
  onSearchChange: OnListSearch
  groups: readonly FilterGroup<ChoiceFilter>[]
  dates: DateSettings
}

/** The names of the projects in the filter. */
function ProjectChip({ projectIds, onRemove }: { projectIds: readonly string[]; onRemove: () => void }) {
  const projects = useQuery(projectsQuery()).data ?? []
  const named = projects.filter(({ projectId }) => projectIds.includes(projectId))
  const words = named.map(({ projectNumber }) => `#${projectNumber}`).join(', ')
  return (
    <FilterChip label="Project is" value={words || `${formatNumber(projectIds.length)} chosen`} onRemove={onRemove} />
  )
}

/** Active filters: a chip opens its options, and its cross removes the filter. */
export function FilterChips({ search, defaults, onSearchChange, groups, dates }: FilterChipsProps) {
  const day = (date: string) => formatDay(date, dates)
  const { projectIds, fromDate, toDate, minDaysOverdue, trend, snoozed, onHold, stalled } = search
  const plain: [boolean, string, string, Partial<ListSearch>][] = [
    [fromDate !== undefined, 'Planned from', fromDate ? day(fromDate) : '', { fromDate: undefined }],
    [toDate !== undefined, 'Planned until', toDate ? day(toDate) : '', { toDate: undefined }],
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
  return (
    <>
      <FilterGroupChips groups={groups} {...choices(search, onSearchChange)} />
      {projectIds && projectIds.length > 0 && (
        <ProjectChip projectIds={projectIds} onRemove={() => onSearchChange({ projectIds: undefined })} />
      )}
      {plain
        .filter(([isSet]) => isSet)
        .map(([, label, value, none]) => (
          <FilterChip key={label} label={label} value={value || undefined} onRemove={() => onSearchChange(none)} />
        ))}
    </>
  )
}
