import { z } from 'zod/mini'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, RequiredLine } from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { TimeZone } from './time-zones.ts'
import { OneTimeLink } from './users.ts'
import { MemberAccess } from './vocabulary.ts'

/** One organization with its statistics, for super admins. */
export const TenantOverview = z.object({
  tenantId: z.string(),
  name: z.string(),
  status: z.enum(['Active', 'Archived']),
  timeZone: z.string(),
  people: z.int(),
  admins: z.int(),
  projects: z.int(),
  operations: z.int(),
  /** Time of the newest entry in its history. */
  lastActivityAt: z.nullable(Instant),
  createdAt: Instant,
  version: z.int(),
})
export type TenantOverview = z.infer<typeof TenantOverview>

export const listTenantOverviews = endpoint({
  method: 'GET',
  path: '/tenants/overview',
  access: 'superAdmin',
  summary: 'Every organization with its figures, archived ones included',
  failed: 'Failed to fetch organizations',
  response: z.array(TenantOverview),
})

export const TenantCreateInput = z.object({
  name: RequiredLine('Name'),
  timeZone: z.optional(TimeZone),
  adminEmail: EmailAddress,
  adminName: RequiredLine('Name'),
})
export type TenantCreateInput = z.infer<typeof TenantCreateInput>

export const postTenant = endpoint({
  method: 'POST',
  path: '/tenants',
  access: 'superAdmin',
  summary: 'Create an organization and invite its first admin',
  failed: 'Failed to create organization',
  body: TenantCreateInput,
  response: z.object({
    tenant: TenantOverview,
    /** The invitation of its first admin, who becomes a member by accepting it. */
    link: OneTimeLink,
  }),
  status: 201,
})

export const TenantUpdateInput = z.object({
  name: z.optional(RequiredLine('Name')),
  /** Archived organizations cannot be used, and lose nothing. */
  status: z.optional(z.enum(['Active', 'Archived'])),
})

export const putTenant = endpoint({
  method: 'PUT',
  path: '/tenants/:id',
  access: 'superAdmin',
  summary: 'Rename, archive or restore an organization',
  failed: 'Failed to update organization',
  params: z.object({ id: Id }),
  body: TenantUpdateInput,
  response: TenantOverview,
  versioned: true,
})

/** Cannot be undone. Deletes all its data, and every account that belongs to no other organization. */
export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/tenants/:id',
  access: 'superAdmin',
  summary: 'Delete an organization and everything in it',
  failed: 'Failed to delete organization',
  params: z.object({ id: Id }),
  body: z.object({ confirmName: z.string().check(z.maxLength(200)) }),
  response: z.undefined(),
  status: 204,
})

export const TenantMember = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  isAdmin: z.boolean(),
  access: ifReadable(MemberAccess),
  /** Work centers to which the right to plan is limited; null = all. */
  workCenterIds: withUsual(z.nullable(z.array(z.string())), null),
  isSuperAdmin: z.boolean(),
  status: z.string(),
  lastSignInAt: z.nullable(Instant),
})
export type TenantMember = z.infer<typeof TenantMember>

export const listTenantMembers = endpoint({
  method: 'GET',
  path: '/tenants/:id/members',
  access: 'superAdmin',
  summary: 'People of an organization',
  failed: 'Failed to fetch users',
  params: z.object({ id: Id }),
  response: z.array(TenantMember),
})
