import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { holidayRegionsQuery, holidayTemplatesQuery } from '#web/api/working-time/holidays.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TemplateButtons } from './template-buttons.tsx'
import { TemplateCard } from './template-card.tsx'
import { TemplateDialog, templateEntity } from './template-dialog.tsx'
import { useTemplateActions } from './use-template-actions.tsx'

const shownRegions = 8

const ownFirst = (a: HolidayTemplate, b: HolidayTemplate) => Number(a.isSystemTemplate) - Number(b.isSystemTemplate)

/** Templates to apply or copy: the organization's own, common countries, and all other regions by name. */
export function TemplatesPanel({ refusal }: { refusal: string | null }) {
  const templates = useQuery(holidayTemplatesQuery())
  const [editing, setEditing] = useState(() => keptSubject<HolidayTemplate>(templateEntity))
  const [search, setSearch] = useState('')
  const places = useQuery({ ...holidayRegionsQuery(), enabled: search.trim() !== '' })
  const actions = useTemplateActions()
  const words = search.trim().toLowerCase()
  const found = (places.data ?? []).filter(({ name }) => name.toLowerCase().includes(words))
  return (
    <section
      aria-label="Holiday templates"
      className="flex shrink-0 flex-col gap-3 border-line-2 border-l bg-surface p-4 max-xl:border-t max-xl:border-l-0 xl:w-80"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">Holiday templates</h2>
        <Button size="small" icon={<Plus />} disabledReason={refusal} onClick={() => setEditing('new')}>
          New template
        </Button>
      </div>
      <SearchField
        label="Find a country or region"
        placeholder="Country or region"
        value={search}
        onChange={setSearch}
      />
      {words === '' ? (
        <Loaded query={templates} skeleton={<SkeletonRows columns="1fr 60px" label="Loading holiday templates" />}>
          {(all) => (
            <ul className="flex flex-col gap-2">
              {all.toSorted(ownFirst).map((template) => (
                <TemplateCard
                  key={template.templateId}
                  template={template}
                  actions={actions}
                  refusal={refusal}
                  onEdit={setEditing}
                />
              ))}
            </ul>
          )}
        </Loaded>
      ) : (
        <ul className="flex flex-col gap-2">
          {found.slice(0, shownRegions).map(({ templateId, name }) => (
            <li
              key={templateId}
              className="flex flex-wrap items-center gap-1 rounded border border-line-2 bg-surface p-3"
            >
              <span className="min-w-0 grow">{name}</span>
              <TemplateButtons templateId={templateId} name={name} actions={actions} refusal={refusal} />
            </li>
          ))}
          {places.isPending && <li className="text-ink-3">Loading…</li>}
          {places.isError && <li className="text-crit-text">The library could not be loaded.</li>}
          {places.data && found.length === 0 && <li className="text-ink-3">No country or region has that name.</li>}
          {found.length > shownRegions && (
            <li className="text-ink-3 text-label">
              {found.length - shownRegions} more; keep typing to narrow the list.
            </li>
          )}
        </ul>
      )}
      {actions.dialog}
      {editing !== null && (
        <TemplateDialog template={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
