import type { ReactNode } from 'react'
import { notificationCategories, notificationTypes } from '#contract/vocabulary.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { toggled } from '#web/lib/toggled.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import {
  isNarrowed,
  type NotificationFilter,
  type NotificationTab,
  readOfTab,
  tabOfRead,
} from './notification-filter.ts'

const typeWords = { info: 'Info', success: 'Success', warning: 'Warning', error: 'Error' } as const

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
    <legend className="mb-1 text-ink-2 text-label">{legend}</legend>
    {children}
  </fieldset>
)

type FilterPanelProps = {
  id: string
  filter: NotificationFilter
  onChange: (change: Partial<NotificationFilter>) => void
  onClear: () => void
}

/** Filters by type, category, read flag and a range of days. */
export const FilterPanel = ({ id, filter, onChange, onClear }: FilterPanelProps) => (
  <section id={id} aria-label="Filters" className="flex flex-col gap-2.5 border-line border-b bg-sunken px-3.5 py-2.5">
    <Choices legend="Type">
      {notificationTypes.map((type) => (
        <Checkbox
          key={type}
          label={typeWords[type]}
          checked={filter.types.includes(type)}
          onChange={() => onChange({ types: toggled(filter.types, type) })}
        />
      ))}
    </Choices>
    <Choices legend="Category">
      {notificationCategories.map((category) => (
        <Checkbox
          key={category}
          label={category}
          checked={filter.categories.includes(category)}
          onChange={() => onChange({ categories: toggled(filter.categories, category) })}
        />
      ))}
    </Choices>
    <SegmentedControl<NotificationTab>
      label="Read or unread"
      className="self-start"
      value={tabOfRead(filter.read)}
      segments={[
        { value: 'all', label: 'Any' },
        { value: 'unread', label: 'Unread' },
        { value: 'archived', label: 'Read' },
      ]}
      onChange={(tab) => onChange({ read: readOfTab[tab] })}
    />
    <div className="grid grid-cols-2 gap-2">
      <DateField
        label="From"
        size="small"
        value={filter.start}
        max={filter.end || undefined}
        onChange={(event) => onChange({ start: event.target.value })}
      />
      <DateField
        label="To"
        size="small"
        value={filter.end}
        min={filter.start || undefined}
        onChange={(event) => onChange({ end: event.target.value })}
      />
    </div>
    {isNarrowed(filter) && (
      <Button size="small" variant="ghost" className="self-start" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </section>
)
