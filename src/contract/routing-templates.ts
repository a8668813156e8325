import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, RequiredLine, recordFields } from './fields.ts'
import { Operation, Quantity, RepeatedDetails } from './operations.ts'

/** The operations of a repeated product, which can be added to a project. */
export const RoutingTemplate = z.object({
  templateId: z.string(),
  name: z.string(),
  /** The operations in their order. */
  operations: z.array(
    z.object({
      operationId: z.string(),
      name: z.string(),
      durationHours: z.number(),
      countsPieces: z.boolean(),
      /** It may have been deleted since. */
      categoryId: z.nullable(z.string()),
      /** Operations of the template that it waits for. */
      dependencies: z.array(z.string()),
      /** Work centers and pools may have been deleted since. */
      ...RepeatedDetails.shape,
    }),
  ),
  ...recordFields,
})
export type RoutingTemplate = z.infer<typeof RoutingTemplate>

const params = z.object({ id: Id })
const name = RequiredLine('Name', 120)

export const listRoutingTemplates = endpoint({
  method: 'GET',
  path: '/routing-templates',
  access: 'tenant',
  summary: 'Routing templates, by name',
  failed: 'Failed to fetch routing templates',
  response: z.array(RoutingTemplate),
})
/** 404 for an unknown project, 409 if the name is in use, 422 for a project without operations or beyond 200 templates. */
export const postRoutingTemplate = endpoint({
  method: 'POST',
  path: '/routing-templates',
  access: 'keepTemplates',
  summary: 'Keep the operations of a project as a template',
  failed: 'Failed to save the routing template',
  body: z.object({ name, projectId: Id }),
  response: RoutingTemplate,
  status: 201,
})
/** 409 if the name is in use. */
export const putRoutingTemplate = endpoint({
  method: 'PUT',
  path: '/routing-templates/:id',
  access: 'keepTemplates',
  summary: 'Rename a routing template',
  failed: 'Failed to save the routing template',
  params,
  body: z.object({ name }),
  response: RoutingTemplate,
  versioned: true,
})
export const deleteRoutingTemplate = endpoint({
  method: 'DELETE',
  path: '/routing-templates/:id',
  access: 'keepTemplates',
  summary: 'Delete a routing template',
  failed: 'Failed to delete the routing template',
  params,
  response: z.undefined(),
  status: 204,
})
/**
 * Adds the operations after those of the project. Deleted work centers and pools are left out. 404, 422
 * (too many operations or hours).
 */
export const addRoutingTemplate = endpoint({
  method: 'POST',
  path: '/routing-templates/:id/operations',
  access: 'planOperations',
  summary: 'Add the operations of a template to a project',
  failed: 'Failed to add operations to project',
  params,
  body: z.object({
    projectId: Id,
    /** Quantity for operations with hours per piece; absent = as in the template's origin. */
    quantity: z.optional(Quantity),
  }),
  response: z.array(Operation),
  status: 201,
})
