import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** 409 while the organization holds a sample shop. */
export const postSampleShop = endpoint({
  method: 'POST',
  path: '/sample-shop',
  access: 'manageSample',
  summary: 'Add a sample shop: a few projects with their work centers',
  failed: 'Failed to add the sample shop',
  response: z.object({ projects: z.int(), operations: z.int(), workCenters: z.int() }),
  status: 201,
})

/** Why a record of the sample shop stays: own operations use it or stand in it, or the organization works by it. */
export const SampleKept = z.object({
  entity: z.enum(['project', 'category', 'shift']),
  name: z.string(),
  /** Own operations that stand in the project or use the work center. */
  operations: z.optional(z.int()),
})
export type SampleKept = z.infer<typeof SampleKept>

/** 422 when the organization holds none. */
export const deleteSampleShop = endpoint({
  method: 'DELETE',
  path: '/sample-shop',
  access: 'manageSample',
  summary: 'Remove the sample shop, also where people have changed it; own work and what it needs stays',
  failed: 'Failed to remove the sample shop',
  response: z.object({ kept: z.array(SampleKept) }),
})
