import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, RequiredLine, recordFields } from './fields.ts'
import { OperationFilter, OperationOrder } from './operation-filter.ts'

const viewScreens = ['overdue', 'operations', 'schedule'] as const
export const ViewScreen = z.enum(viewScreens)
export type ViewScreen = z.infer<typeof ViewScreen>

const plain = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()])

/**
 * The search parameters of the screen. Filters and order are validated as in the list; parameters of the screen itself
 * (view, columns, density) are stored unchanged, at most 40 fields with plain values or lists of them.
 */
export const ViewSearch = z
  .catchall(z.extend(OperationFilter, OperationOrder.shape), z.union([plain, z.array(plain).check(z.maxLength(200))]))
  .check(
    z.refine(
      (search) => JSON.stringify(search).length <= 8_000 && Object.keys(search).length <= 40,
      'Too much for a view',
    ),
  )
export type ViewSearch = z.infer<typeof ViewSearch>

export const SavedView = z.object({
  viewId: z.string(),
  screen: ViewScreen,
  name: z.string(),
  search: z.record(z.string(), z.unknown()),
  /** Whether the whole organization sees it. */
  shared: z.boolean(),
  /** Whether it is the reader's default on this screen. */
  isDefault: z.boolean(),
  ownerName: z.string(),
  mine: z.boolean(),
  /** Whether the reader may edit it: the owner may, and an admin if it is shared. */
  canEdit: z.boolean(),
  ...recordFields,
})
export type SavedView = z.infer<typeof SavedView>

const params = z.object({ id: Id })
const name = RequiredLine('Name', 80)

/** The reader's own and the shared views, by name. */
export const listSavedViews = endpoint({
  method: 'GET',
  path: '/saved-views',
  access: 'tenant',
  summary: 'Saved views',
  failed: 'Failed to fetch saved views',
  query: z.object({ screen: z.optional(ViewScreen) }),
  response: z.array(SavedView),
})
/** 409 if the reader has a view with that name on that screen; 422 beyond 100 views. */
export const postSavedView = endpoint({
  method: 'POST',
  path: '/saved-views',
  access: 'tenant',
  summary: 'Save a view',
  failed: 'Failed to create saved view',
  body: z.object({
    screen: ViewScreen,
    name,
    search: ViewSearch,
    shared: z.optional(z.boolean()),
    isDefault: z.optional(z.boolean()),
  }),
  response: SavedView,
  status: 201,
})
/** `isDefault` is a personal setting that needs no right to edit. */
export const putSavedView = endpoint({
  method: 'PUT',
  path: '/saved-views/:id',
  access: 'tenant',
  summary: 'Change a view: its name, what it shows, who sees it, or whether one starts with it',
  failed: 'Failed to update saved view',
  params,
  body: z.object({
    name: z.optional(name),
    search: z.optional(ViewSearch),
    shared: z.optional(z.boolean()),
    isDefault: z.optional(z.boolean()),
  }),
  response: SavedView,
  versioned: true,
})
export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  access: 'tenant',
  summary: 'Delete a view',
  failed: 'Failed to delete saved view',
  params,
  response: z.undefined(),
  status: 204,
})
