import { useQuery } from '@tanstack/react-query'
import type { OperationFilter } from '#contract/operation-filter.ts'
import { dayMs } from '#domain/time/units.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import type { FilterGroup } from '#web/components/data-list/filter-groups.tsx'
import { FilterPanel } from '#web/components/data-list/filter-panel.tsx'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type ListSearch, noFilters, type OnListSearch, setFilters } from '../list-search.ts'
import { useTableScene } from '../table-scene.ts'
import { type ChoiceFilter, choices, snoozedWords, trendWords } from './filter-options.ts'

/** The rules for weeks: the time zone of the reader and the first day, 1 = Monday ... 7 = Sunday. */
interface Weeks {
  zone: string
  weekStartsOn: number
}

/** First and last day of the week that is `ahead` weeks after the week of `nowMs`. */
export function weekDays(nowMs: number, ahead: number, weeks: Weeks): { fromDate: string; toDate: string } {
  const { zone, weekStartsOn } = weeks
  // Calendar days are counted in UTC, where every day has 24 hours.
  const today = new Date(`${dateInputValue(nowMs, zone)}T00:00:00Z`)
  const daysIntoWeek = (today.getUTCDay() - weekStartsOn + 7) % 7
  const firstMs = today.getTime() + (ahead * 7 - daysIntoWeek) * dayMs
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { fromDate: day(firstMs), toDate: day(firstMs + 6 * dayMs) }
}

type FieldsProps = { search: ListSearch; onSearchChange: OnListSearch }

/** The filter for one project; the list of projects is read when the panel opens. */
function ProjectField({ search, onSearchChange }: FieldsProps) {
  const projects = useQuery(projectsQuery()).data ?? []
  return (
    <SelectField
      label="Project"
      size="small"
      placeholder="All projects"
      value={search.projectIds?.[0] ?? ''}
      options={projects.map(({ projectId, projectNumber, projectName }) => ({
        value: projectId,
        label: `#${projectNumber} ${projectName}`,
      }))}
      onChange={({ target }) => onSearchChange({ projectIds: target.value ? [target.value] : undefined })}
    />
  )
}

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** The filter for a planned week, counted from the current one. */
const weeks = [
  ['This week', 0],
  ['Next week', 1],
] as const

type FilterPopoverProps = FieldsProps & {
  defaults: ListSearch
  groups: readonly FilterGroup<ChoiceFilter>[]
  /** True to offer days overdue, changes since yesterday and snoozed operations; only on the overdue screen. */
  forTriage: boolean
  /** Number of active filters, if no chips show them. */
  count: number
}

/** All filters of the list in one panel. */
export function FilterPopover(props: FilterPopoverProps) {
  const { search, onSearchChange, defaults, groups, forTriage, count } = props
  const { dates, nowMs } = useTableScene()
  const weekStartsOn = useWeekStartsOn()
  const set = (change: Partial<OperationFilter>) => onSearchChange(change)
  return (
    <FilterPanel
      groups={groups}
      {...choices(search, onSearchChange)}
      count={count}
      isFiltered={setFilters(search, defaults).length > 0}
      onClear={() => onSearchChange(noFilters(defaults))}
      fields={
        <>
          <ProjectField search={search} onSearchChange={onSearchChange} />
          <DateField
            label="Scheduled from"
            size="small"
            value={search.fromDate ?? ''}
            onChange={({ target }) => set({ fromDate: target.value || undefined })}
          />
          <DateField
            label="Scheduled until"
            size="small"
            value={search.toDate ?? ''}
            onChange={({ target }) => set({ toDate: target.value || undefined })}
          />
          {forTriage && (
            <>
              <NumberField
                label="Minimum days overdue"
                size="small"
                unit="d"
                min={0}
                step={1}
                inputMode="numeric"
                value={search.minDaysOverdue ?? 0}
                onChange={({ target }) => set({ minDaysOverdue: Math.max(0, Math.trunc(Number(target.value))) })}
              />
              <SelectField
                label="Since yesterday"
                size="small"
                placeholder="Any"
                options={optionsOf(trendWords)}
                value={search.trend ?? ''}
                onChange={({ target }) => set({ trend: (target.value || undefined) as OperationFilter['trend'] })}
              />
              <SelectField
                label="Snoozed"
                size="small"
                options={optionsOf(snoozedWords)}
                value={search.snoozed ?? 'hide'}
                onChange={({ target }) => set({ snoozed: target.value as OperationFilter['snoozed'] })}
              />
            </>
          )}
        </>
      }
    >
      {weeks.map(([label, week]) => (
        <Button key={label} size="small" onClick={() => set(weekDays(nowMs, week, { zone: dates.zone, weekStartsOn }))}>
          {label}
        </Button>
      ))}
      <Checkbox
        label="Started and stalled"
        checked={search.stalled ?? false}
        onChange={() => set({ stalled: search.stalled ? undefined : true })}
      />
    </FilterPanel>
  )
}
