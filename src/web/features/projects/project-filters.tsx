import { phaseTitles, projectPhases, projectStates } from '#contract/vocabulary.ts'
import { type ChanceBand, chanceBands } from '#domain/odds/chance-bands.ts'
import { type FilterGroup, FilterGroupChips, groupFilterWords } from '#web/components/data-list/filter-groups.tsx'
import { FilterPanel } from '#web/components/data-list/filter-panel.tsx'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { bandWords, priorityBands } from '#web/components/project-marks/priority-bands.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { type DateSettings, formatDay } from '#web/lib/format-date.ts'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useListScene } from './list-scene.ts'
import { viewTitles } from './project-views.ts'
import { isFiltered, noFilters, type OnProjectsSearch, type ProjectsSearch } from './projects-search.ts'

type ProjectFiltersProps = { search: ProjectsSearch; onSearchChange: OnProjectsSearch }

type ChoiceFilter = 'phase' | 'state' | 'priority' | 'chance'

const chanceLabels: Record<ChanceBand, string> = {
  unlikely: 'Below 50 %',
  uncertain: '50 to 80 %',
  likely: '80 % and more',
  unknown: 'Not known',
}

/** The filters with several options. */
const groups: readonly FilterGroup<ChoiceFilter>[] = [
  { key: 'phase', title: 'Phase', options: projectPhases.map((value) => ({ value, label: phaseTitles[value] })) },
  { key: 'state', title: 'State', options: projectStates.map((value) => ({ value, label: stateLooks[value].word })) },
  { key: 'priority', title: 'Priority', options: priorityBands.map((value) => ({ value, label: bandWords[value] })) },
  { key: 'chance', title: 'Chance', options: chanceBands.map((value) => ({ value, label: chanceLabels[value] })) },
]

/** The content of the list in words: its view and its active filters. */
export const projectFilterWords = (search: ProjectsSearch, dates: DateSettings): string[] => [
  viewTitles[search.view],
  ...groupFilterWords({ groups, chosenOf: (key) => search[key] }),
  ...(search.shipBefore ? [`Ship date before ${formatDay(search.shipBefore, dates)}`] : []),
  ...(search.q.trim() ? [`Search for "${search.q.trim()}"`] : []),
]

/** The panel with all filters, and a chip for each active filter. */
export function ProjectFilters({ search, onSearchChange }: ProjectFiltersProps) {
  const { dates } = useListScene()
  const choices = {
    groups,
    chosenOf: (key: ChoiceFilter): readonly string[] => search[key],
    onChoose: (key: ChoiceFilter, values: readonly string[]) =>
      onSearchChange({ [key]: values } as Partial<ProjectsSearch>),
  }
  const before = search.shipBefore
  const beforeWords = before && formatDay(before, dates)
  const field = (
    <DateField
      label="Ship date before"
      size="small"
      value={before}
      onChange={(event) => onSearchChange({ shipBefore: event.target.value })}
    />
  )
  return (
    <>
      <FilterPanel
        {...choices}
        isFiltered={isFiltered(search)}
        onClear={() => onSearchChange(noFilters)}
        fields={field}
      />
      <FilterGroupChips {...choices} />
      {before && (
        <Popover
          label="Ship date"
          className="p-4"
          trigger={
            <FilterChip
              label="Ship date"
              value={`before ${beforeWords}`}
              onRemove={() => onSearchChange({ shipBefore: '' })}
            />
          }
        >
          {field}
        </Popover>
      )}
    </>
  )
}
