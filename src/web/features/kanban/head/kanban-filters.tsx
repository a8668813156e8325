import type { ReactNode } from 'react'
import type { Category } from '#contract/categories.ts'
import { bandWords, priorityBands } from '#web/components/project-marks/priority-bands.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { toggled } from '#web/lib/toggled.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { isFiltered, type KanbanSearch, noFilters, type OnKanbanSearch } from '../kanban-search.ts'

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex flex-col gap-1.5">
    <legend className="mb-1.5 text-ink-3 text-label">{title}</legend>
    {children}
  </fieldset>
)

type KanbanFiltersProps = { search: KanbanSearch; onSearch: OnKanbanSearch; categories: readonly Category[] }

/** Filters by priority, lateness and work center. */
export function KanbanFilters({ search, onSearch, categories }: KanbanFiltersProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Group title="Work center">
          {categories.map(({ categoryId, name, color }) => (
            <Checkbox
              key={categoryId}
              label={<WorkCenterMark color={color}>{name}</WorkCenterMark>}
              checked={search.category.includes(categoryId)}
              onChange={() => onSearch({ category: toggled(search.category, categoryId) })}
            />
          ))}
        </Group>
        <div className="flex flex-col gap-4">
          <Group title="Priority">
            {priorityBands.map((band) => (
              <Checkbox
                key={band}
                label={bandWords[band]}
                checked={search.priority.includes(band)}
                onChange={() => onSearch({ priority: toggled(search.priority, band) })}
              />
            ))}
          </Group>
          <Group title="Lateness">
            <Checkbox
              label={search.view === 'project' ? 'Late' : 'Overdue or projected late'}
              checked={search.late}
              onChange={() => onSearch({ late: !search.late })}
            />
          </Group>
        </div>
      </div>
      <Button
        size="small"
        variant="ghost"
        className="mt-3"
        disabledReason={!isFiltered(search) && 'No filters set'}
        onClick={() => onSearch(noFilters)}
      >
        Clear filters
      </Button>
    </>
  )
}
