import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { OperationFilter, OperationOrder } from '#contract/operation-filter.ts'
import { keysOf } from '#domain/record-of.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'

const listViews = ['list', 'cards', 'kanban', 'timeline'] as const
export type ListView = (typeof listViews)[number]

/** Old names of columns that saved views and links may still contain. */
const renamedColumns: Record<string, string> = { dueDate: 'shipDate', workCentre: 'workCenter' }

/** Display options of a list, independent of filter and order. */
const looks = {
  /** Absent for the default at the width of the screen. */
  view: z.optional(z.enum(listViews)),
  density: z.optional(z.enum(['comfortable', 'compact'])),
  /** The visible columns, if they are not the default ones. */
  columns: z.optional(
    z
      .array(preprocess((id) => renamedColumns[String(id)] ?? id, z.string().check(z.maxLength(40))))
      .check(z.maxLength(40)),
  ),
  dependencies: z.optional(z.boolean()),
  metrics: z.optional(z.boolean()),
}
const schemas = { ...OperationFilter.shape, ...OperationOrder.shape, ...looks }

/** The state of a list in the URL: filters, order and appearance. */
export type ListSearch = OperationQuery & { [K in keyof typeof looks]?: z.output<(typeof looks)[K]> }
/** Writes a change into the URL; with 'push' the browser's back button undoes it. */
export type OnListSearch = (change: Partial<ListSearch>, how?: 'push' | 'replace') => void

/** Reads the URL or a saved view over `defaults`; each invalid field falls back to its default. */
export function readListSearch(raw: Readonly<Record<string, unknown>>, defaults: ListSearch): ListSearch {
  const read: Record<string, unknown> = { ...defaults }
  for (const [key, schema] of Object.entries(schemas)) {
    // A search for '1042' is parsed from the URL as a number.
    const value = key === 'search' && typeof raw[key] === 'number' ? String(raw[key]) : raw[key]
    const result = value === undefined ? undefined : schema.safeParse(value)
    if (result?.success && result.data !== undefined) read[key] = result.data
  }
  return read as ListSearch
}

const isNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The URL parameters of a search: only what differs from `defaults`, in a fixed order. */
export function writeListSearch(search: ListSearch, defaults: ListSearch): ListSearch {
  const written: Record<string, unknown> = {}
  for (const key of keysOf(schemas)) {
    const value = search[key]
    if (isNothing(value) || JSON.stringify(value) === JSON.stringify(defaults[key])) continue
    written[key] = value
  }
  return written
}

/** The change that opens a saved view; everything that the view does not name gets its default. */
export const openedView = (view: Readonly<Record<string, unknown>>, defaults: ListSearch): Partial<ListSearch> => ({
  ...Object.fromEntries(Object.keys(schemas).map((key) => [key, undefined])),
  ...readListSearch(view, defaults),
})

const queryKeys = keysOf({ ...OperationFilter.shape, ...OperationOrder.shape })

/** The query for the server: the search without appearance and without empty fields. */
export const queryOf = (search: ListSearch): OperationQuery =>
  Object.fromEntries(queryKeys.flatMap((key) => (isNothing(search[key]) ? [] : [[key, search[key]]])))

const filterKeys = keysOf(OperationFilter.shape).filter((key) => key !== 'tab' && key !== 'work')

/** The active filters, without the tab of the screen: 'Clear filters' removes them. */
export const setFilters = (search: ListSearch, defaults: ListSearch): (keyof OperationFilter)[] =>
  filterKeys.filter((key) => !isNothing(search[key]) && JSON.stringify(search[key]) !== JSON.stringify(defaults[key]))

/** The change that removes all filters. */
export const noFilters = (defaults: ListSearch): Partial<ListSearch> =>
  Object.fromEntries(filterKeys.map((key) => [key, defaults[key]]))

/** Only the filter, as the target of an action on all matching operations. */
export const filterOf = (query: OperationQuery): OperationFilter => {
  const { sortBy, sortOrder, groupBy, ...filter } = query
  return filter
}
