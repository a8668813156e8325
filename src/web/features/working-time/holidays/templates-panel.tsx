import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Building2, Check, Copy, Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { applyTemplateMutation, copyTemplateMutation, deleteTemplateMutation } from '#web/api/holidays.mutations.ts'
import { holidayPlacesQuery, holidaysQuery, holidayTemplatesQuery } from '#web/api/holidays.queries.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const shownPlaces = 8

/** Apply and copy, each busy on its own template. */
const useTemplateActions = () => {
  const client = useQueryClient()
  const apply = useMutation(applyTemplateMutation(client))
  const copy = useMutation(copyTemplateMutation(client))
  return {
    isApplying: (id: string) => apply.isPending && apply.variables === id,
    isCopying: (id: string) => copy.isPending && copy.variables === id,
    apply: (id: string) =>
      apply.mutate(id, {
        onSuccess: ({ added, duplicates }) => {
          const already = duplicates.length > 0 ? `, ${duplicates.length} there already` : ''
          toast.success(`${formatCount(added.length, 'holiday')} added${already}`)
        },
      }),
    copy: (id: string) => copy.mutate(id, { onSuccess: ({ name }) => toast.success(`${name} added to the templates`) }),
  }
}

type Actions = ReturnType<typeof useTemplateActions>

function TemplateButtons({
  templateId,
  name,
  actions,
  refusal,
}: {
  templateId: string
  name: string
  actions: Actions
  refusal: string | null
}) {
  return (
    <span className="ml-auto flex gap-1">
      <Button
        size="small"
        icon={<Copy />}
        aria-label={`Copy ${name}`}
        busy={actions.isCopying(templateId)}
        busyLabel="Copying…"
        disabledReason={refusal}
        onClick={() => actions.copy(templateId)}
      >
        Copy
      </Button>
      <Button
        size="small"
        aria-label={`Apply ${name}`}
        busy={actions.isApplying(templateId)}
        busyLabel="Applying…"
        disabledReason={refusal}
        onClick={() => actions.apply(templateId)}
      >
        Apply
      </Button>
    </span>
  )
}

function TemplateCard({
  template,
  actions,
  refusal,
}: {
  template: HolidayTemplate
  actions: Actions
  refusal: string | null
}) {
  const { templateId, name, isSystemTemplate, items } = template
  const remove = useMutation(deleteTemplateMutation(useQueryClient()))
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const there = new Set(holidays.map((holiday) => `${holiday.date} ${holiday.name}`))
  const isApplied = items.length > 0 && items.every((item) => there.has(`${item.date} ${item.name}`))
  return (
    <li className="rounded border border-line-2 bg-surface p-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow truncate font-semibold">{name}</span>
        <Chip tone={isSystemTemplate ? 'neutral' : 'primary'} icon={isSystemTemplate ? <Lock /> : <Building2 />}>
          {isSystemTemplate ? 'System' : 'Ours'}
        </Chip>
      </div>
      <div className="mt-1.5 flex items-center gap-1">
        <span className="text-ink-3 text-label">
          {formatCount(items.length, 'day')}
          {isApplied && (
            <span className="text-ok-text">
              {' '}
              <Check className="inline size-3" /> applied
            </span>
          )}
        </span>
        {!isSystemTemplate && (
          <IconButton
            size="small"
            label={`Delete template ${name}`}
            icon={<Trash2 />}
            busy={remove.isPending}
            disabledReason={refusal}
            onClick={() => remove.mutate(templateId)}
          />
        )}
        <TemplateButtons {...{ templateId, name, actions, refusal }} />
      </div>
    </li>
  )
}

/** Templates to apply or copy: the organisation's own, common countries, and every other place by name. */
export function TemplatesPanel({ refusal }: { refusal: string | null }) {
  const { data: templates } = useSuspenseQuery(holidayTemplatesQuery())
  const [search, setSearch] = useState('')
  const places = useQuery({ ...holidayPlacesQuery(), enabled: search.trim() !== '' })
  const actions = useTemplateActions()
  const words = search.trim().toLowerCase()
  const found = (places.data ?? []).filter(({ name }) => name.toLowerCase().includes(words))
  const [ours, system] = [
    templates.filter(({ isSystemTemplate }) => !isSystemTemplate),
    templates.filter(({ isSystemTemplate }) => isSystemTemplate),
  ]
  return (
    <section
      aria-label="Holiday templates"
      className="flex shrink-0 flex-col gap-3 border-line-2 border-l bg-surface p-4 max-xl:border-t max-xl:border-l-0 xl:w-80"
    >
      <h2 className="font-semibold">Holiday templates</h2>
      <SearchField
        label="Find a country or region"
        placeholder="Country or region"
        value={search}
        onChange={setSearch}
      />
      {words === '' ? (
        <ul className="flex flex-col gap-2">
          {[...ours, ...system].map((template) => (
            <TemplateCard key={template.templateId} {...{ template, actions, refusal }} />
          ))}
        </ul>
      ) : (
        <ul className="flex flex-col gap-2">
          {found.slice(0, shownPlaces).map(({ templateId, name }) => (
            <li
              key={templateId}
              className="flex flex-wrap items-center gap-1 rounded border border-line-2 bg-surface p-3"
            >
              <span className="min-w-0 grow">{name}</span>
              <TemplateButtons {...{ templateId, name, actions, refusal }} />
            </li>
          ))}
          {places.isPending && <li className="text-ink-3">Loading…</li>}
          {places.isError && <li className="text-crit-text">The library cannot be read now.</li>}
          {places.data && found.length === 0 && <li className="text-ink-3">No country or region has that name.</li>}
          {found.length > shownPlaces && (
            <li className="text-ink-3 text-label">{found.length - shownPlaces} more; type more of the name.</li>
          )}
        </ul>
      )}
    </section>
  )
}
