import { useQuery } from '@tanstack/react-query'
import { ProjectPhase, phaseTitles, unscheduledPhases } from '#contract/vocabulary.ts'
import { workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { AnalyticsSearch, OnAnalyticsSearch } from './analytics-search.ts'

const phases = ProjectPhase.options.filter((phase) => !unscheduledPhases.includes(phase))
const looksBack = ['3', '6', '12'] as const
const looksAhead = ['3', '6', '12', '26'] as const

/** The filters for work center, phase, past months and coming weeks, stored in the URL. */
export function AnalyticsToolbar({ search, onSearch }: { search: AnalyticsSearch; onSearch: OnAnalyticsSearch }) {
  const categories = useQuery(workCentersQuery()).data ?? []
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-3 max-md:px-4">
      <SelectField
        label="Work center"
        hideLabel
        size="small"
        value={search.center ?? ''}
        placeholder="All work centers"
        options={categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))}
        onChange={({ target }) => onSearch({ center: target.value || undefined, cell: undefined })}
      />
      <SelectField
        label="Phase"
        hideLabel
        size="small"
        value={search.phase ?? ''}
        placeholder="All phases"
        options={phases.map((phase) => ({ value: phase, label: phaseTitles[phase] }))}
        onChange={({ target }) => onSearch({ phase: ProjectPhase.safeParse(target.value).data, cell: undefined })}
      />
      <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
        <SegmentedControl
          label="Look back"
          value={String(search.months) as '3'}
          segments={looksBack.map((months) => ({ value: months, label: `${months} months` }))}
          onChange={(months) => onSearch({ months: Number(months) as AnalyticsSearch['months'] })}
        />
        <SegmentedControl
          label="Load ahead"
          value={String(search.weeks) as '3'}
          segments={looksAhead.map((weeks) => ({ value: weeks, label: `${weeks} w` }))}
          onChange={(weeks) => onSearch({ weeks: Number(weeks) as AnalyticsSearch['weeks'] })}
        />
      </span>
    </div>
  )
}
