import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** 409 while the organization has a sample shop. */
export const postSampleShop = endpoint({
  method: 'POST',
  path: '/sample-shop',
  access: 'manageSample',
  summary: 'Add a sample shop: a few projects with their work centers',
  failed: 'Failed to add the sample shop',
  response: z.object({ projects: z.int(), operations: z.int(), workCenters: z.int() }),
  status: 201,
})

/**
 * Why a record of the sample shop cannot be removed: the organization's own operations use it or belong to it, or it is
 * in use as a setting.
 */
export const SampleKept = z.object({
  entity: z.enum(['project', 'category', 'shift']),
  name: z.string(),
  /** Number of the organization's own operations that belong to the project or use the work center. */
  operations: z.optional(z.int()),
})
export type SampleKept = z.infer<typeof SampleKept>

/** 422 if the organization has none. */
export const deleteSampleShop = endpoint({
  method: 'DELETE',
  path: '/sample-shop',
  access: 'manageSample',
  summary: 'Remove the sample shop, also where people have changed it; own work and what it needs stays',
  failed: 'Failed to remove the sample shop',
  response: z.object({ kept: z.array(SampleKept) }),
})
