import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { HistoryAction, type HistoryFilter, historyEntities } from '#contract/history.ts'
import { historySources } from '#contract/vocabulary.ts'
import { usersQuery } from '#web/api/users/users.queries.ts'
import { searchWords } from '#web/components/data-list/filter-groups.tsx'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatDay } from '#web/lib/format-date.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { sourceWords } from './change-words.ts'
import { entityWord } from './entity-words.ts'
import { logFilterOf, noLogFilter } from './log-filter.ts'
import type { LogSearch, OnLogSearch } from './log-search.ts'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const entities = historyEntities.map((entity) => ({ value: entity, label: capitalized(entityWord(entity)) }))
const sources = historySources.map((source) => ({ value: source, label: capitalized(sourceWords[source]) }))
const actionLabels = { create: 'Added', update: 'Changed', delete: 'Removed' } as const
const actions = HistoryAction.options.map((action) => ({ value: action, label: actionLabels[action] }))

/** Admins choose among all users; others, who may not see that list, between everyone and themselves. */
const usePeople = (): { value: string; label: string }[] => {
  const { userId, isAdmin, isSuperAdmin } = useSession()
  const people = useQuery({ ...usersQuery(), enabled: isAdmin || isSuperAdmin })
  const members = (people.data ?? []).filter(({ status }) => status !== 'Invited')
  const all = members.map((user) => ({ value: user.id, label: user.displayName || user.name }))
  return all.length > 0 || !userId ? all : [{ value: userId, label: 'Only me' }]
}

/** The active filters in words: 'Record is Project'. */
export const useLogFilterWords = (filter: HistoryFilter): string[] => {
  const people = usePeople()
  const dates = useDateSettings()
  const { userId, entity, action, source, text = '', fromDate, toDate } = filter
  const choice = (title: string, value: string | undefined, options: readonly { value: string; label: string }[]) =>
    value ? [`${title} is ${options.find((option) => option.value === value)?.label ?? value}`] : []
  return [
    ...choice('Person', userId, people),
    ...choice('Record', entity, entities),
    ...choice('Action', action, actions),
    ...choice('Source', source, sources),
    ...(fromDate ? [`From ${formatDay(fromDate, dates)}`] : []),
    ...(toDate ? [`To ${formatDay(toDate, dates)}`] : []),
    ...searchWords(text),
  ]
}

const TextSearch = ({ search, onSearch }: { search: LogSearch; onSearch: OnLogSearch }) => {
  const store = useCallback((words: string) => onSearch({ text: words || undefined }), [onSearch])
  const [text, setText] = useSearchText(search.text ?? '', store)
  return (
    <SearchField
      label="Search history"
      placeholder="Field, value or person"
      className="w-56 max-md:w-full"
      value={text}
      onChange={setText}
    />
  )
}

type LogFilterBarProps = {
  search: LogSearch
  onSearch: OnLogSearch
  fileHref: string
  /** False for the audit log, which has no text search. */
  searchable?: boolean
}

/** The link to the file of all entries. It names people who reported work only if the reader, who may see that, asks for it. */
function FileLink({ fileHref }: Pick<LogFilterBarProps, 'fileHref'>) {
  const mayName = useRefusal('seeWorkerNames') === null
  const [names, setNames] = useState(false)
  return (
    <>
      {mayName && (
        <Checkbox label="Names on reports" checked={names} onChange={(event) => setNames(event.target.checked)} />
      )}
      <a className={buttonClasses()} href={names && mayName ? `${fileHref}&names=true` : fileHref} download>
        <Download /> Export CSV
      </a>
    </>
  )
}

/** Filters for person, record, source and time, and the link to the file of all matching entries. */
export function LogFilterBar({ search, onSearch, fileHref, searchable = false }: LogFilterBarProps) {
  const people = usePeople()
  const small = { size: 'small', hideLabel: true } as const
  const choice = (name: 'person' | 'entity' | 'source' | 'action') => ({
    ...small,
    value: search[name] ?? '',
    onChange: (event: { target: { value: string } }) => onSearch({ [name]: event.target.value || undefined }),
  })
  const day = (name: 'from' | 'to') => ({
    ...small,
    value: search[name] ?? '',
    onChange: (event: { target: { value: string } }) => onSearch({ [name]: event.target.value || undefined }),
  })
  return (
    <Toolbar
      end={
        <>
          <FileLink fileHref={fileHref} />
          <PrintMenu />
        </>
      }
    >
      {searchable && <TextSearch search={search} onSearch={onSearch} />}
      <SelectField
        {...choice('person')}
        className="w-56 max-md:w-full"
        label="Person"
        placeholder="Everyone"
        options={people}
      />
      <SelectField {...choice('entity')} label="Record" placeholder="Everything" options={entities} />
      {searchable && <SelectField {...choice('action')} label="Action" placeholder="Any change" options={actions} />}
      <SelectField {...choice('source')} label="Source" placeholder="Any source" options={sources} />
      <DateField {...day('from')} label="From" max={search.to} />
      <span className="text-ink-3 max-md:hidden">to</span>
      <DateField {...day('to')} label="To" min={search.from} />
      {Object.values(logFilterOf(search)).some(Boolean) && (
        <Button size="small" variant="ghost" onClick={() => onSearch(noLogFilter)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
