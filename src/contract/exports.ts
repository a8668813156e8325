import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { OperationFilter, OperationOrder } from './operation-filter.ts'

/** CSV, XLSX and the XML of MS Project. */
export const exportFormats = ['csv', 'xlsx', 'xml'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** A POST, because the ids of thousands of projects do not fit into an address. Unknown ids are left out. */
export const exportProjects = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/exports/projects',
  access: 'tenant',
  summary: 'Projects with their operations as a file that an import reads back',
  failed: 'Failed to export projects',
  bodyBytes: 4 * 1024 * 1024,
  body: z.object({ projectIds: z.array(Id).check(z.maxLength(100_000)), format: ExportFormat }),
  response: z.string(),
  mediaType: 'application/octet-stream',
})

/** The operations with their project numbers and other project fields. */
export const exportOperationTable = endpoint({
  method: 'GET',
  path: '/exports/operations',
  access: 'tenant',
  summary: 'All operations that match as a file that an import reads back',
  failed: 'Failed to export operations',
  query: z.extend(z.extend(OperationFilter, OperationOrder.shape), { format: ExportFormat }),
  response: z.string(),
  mediaType: 'application/octet-stream',
})

/** Most weeks by which the dates of a shop file may move, in both directions. */
export const mostShopFileWeeks = 520

/** A JSON file, which `contract/shop-files.ts` describes. All names in it are replaced. */
export const exportShop = endpoint({
  method: 'GET',
  path: '/exports/shop',
  access: 'exportShop',
  summary: 'The whole shop with its current plan as a file for schedulers, without any names',
  failed: 'Failed to save the shop as a file',
  query: z.object({
    /** All dates move by this many weeks; 0 by default. */
    weeks: z.optional(z.coerce.number().check(z.int(), z.minimum(-mostShopFileWeeks), z.maximum(mostShopFileWeeks))),
  }),
  response: z.string(),
  mediaType: 'application/octet-stream',
})
