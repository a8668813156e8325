import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, Line, RequiredLine, recordFields } from './fields.ts'
import { timeZones } from './vocabulary.ts'

export const TenantSummary = z.object({ tenantId: z.string(), name: z.string() })
export type TenantSummary = z.infer<typeof TenantSummary>

/** Specification 5: a tenant id must be a UUID; anything else is ignored. */
export const tenantIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const listTenants = endpoint({
  method: 'GET',
  path: '/tenants',
  access: 'superAdmin',
  summary: 'Every organisation',
  response: z.array(TenantSummary),
})

export const listUserAssociations = endpoint({
  method: 'GET',
  path: '/tenants/user-associations/:userId',
  access: 'session',
  summary: 'The organisations of one user',
  params: z.object({ userId: Id }),
  response: z.object({ tenants: z.array(TenantSummary) }),
})

/** Why the plan no longer fits: what changed, its name, and when. The sentence is composed on screen. */
export const PlanOutdated = z.object({
  code: z.enum(['shift', 'holiday', 'exception', 'category', 'organisation']),
  name: z.string(),
  at: Instant,
})
export type PlanOutdated = z.infer<typeof PlanOutdated>

/** The organisation a session works in, with its scheduling settings. */
export const Organisation = z.object({
  tenantId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  /** Everything that starts inside this many working days from now stays where it is. */
  freezeWorkingDays: z.number().int(),
  defaultShiftId: z.string().nullable(),
  /** 1 = Monday ... 7 = Sunday. */
  weekStartsOn: z.number().int(),
  /** Prefix of new project numbers, e.g. "" or "P-". */
  projectNumberPrefix: z.string(),
  /** null = nothing about working time or capacity has changed since everything was scheduled. */
  planOutdated: PlanOutdated.nullable(),
  ...recordFields,
})
export type Organisation = z.infer<typeof Organisation>

export const OrganisationInput = z.object({
  name: RequiredLine('Name').optional(),
  timeZone: z.enum(timeZones.map(({ zone }) => zone)).optional(),
  freezeWorkingDays: Decimal(0, 60).optional(),
  defaultShiftId: Id.nullable().optional(),
  weekStartsOn: z.number().int().min(1).max(7).optional(),
  projectNumberPrefix: Line(12).optional(),
})
export type OrganisationInput = z.infer<typeof OrganisationInput>

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/organisation',
  access: 'tenant',
  summary: 'Settings of the organisation',
  response: Organisation,
})

export const putOrganisation = endpoint({
  method: 'PUT',
  path: '/organisation',
  access: 'admin',
  summary: 'Change settings of the organisation',
  body: OrganisationInput,
  response: Organisation,
  versioned: true,
})

/** One organisation with its figures, for super admins. */
export const TenantOverview = z.object({
  tenantId: z.string(),
  name: z.string(),
  status: z.enum(['Active', 'Archived']),
  timeZone: z.string(),
  people: z.number().int(),
  admins: z.number().int(),
  projects: z.number().int(),
  operations: z.number().int(),
  /** The newest entry of its history. */
  lastActivityAt: Instant.nullable(),
  createdAt: Instant,
  version: z.number().int(),
})
export type TenantOverview = z.infer<typeof TenantOverview>

export const listTenantOverviews = endpoint({
  method: 'GET',
  path: '/tenants/overview',
  access: 'superAdmin',
  summary: 'Every organisation with its figures, archived ones included',
  response: z.array(TenantOverview),
})

export const TenantCreateInput = z.object({
  name: RequiredLine('Name'),
  timeZone: z.enum(timeZones.map(({ zone }) => zone)).optional(),
  adminEmail: z
    .string()
    .trim()
    .max(320)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
  adminName: RequiredLine('Name'),
})
export type TenantCreateInput = z.infer<typeof TenantCreateInput>

export const postTenant = endpoint({
  method: 'POST',
  path: '/tenants',
  access: 'superAdmin',
  summary: 'Create an organisation with its first admin',
  body: TenantCreateInput,
  response: z.object({
    tenant: TenantOverview,
    /** A one-time link for a new account; null where the e-mail has an account, which keeps its password. */
    passwordReset: z.object({ resetToken: z.string().nullable(), expiresAt: Instant }).nullable(),
  }),
  status: 201,
})

export const TenantUpdateInput = z.object({
  name: RequiredLine('Name').optional(),
  /** Archived: nobody works in it, nothing is lost. */
  status: z.enum(['Active', 'Archived']).optional(),
})

export const putTenant = endpoint({
  method: 'PUT',
  path: '/tenants/:id',
  access: 'superAdmin',
  summary: 'Rename, archive or restore an organisation',
  params: z.object({ id: Id }),
  body: TenantUpdateInput,
  response: TenantOverview,
  versioned: true,
})

/** Cannot be undone: all its data goes, and every account that belongs to no other organisation. */
export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/tenants/:id',
  access: 'superAdmin',
  summary: 'Delete an organisation and everything in it',
  params: z.object({ id: Id }),
  body: z.object({ confirmName: z.string().max(200) }),
  response: z.undefined(),
  status: 204,
})

export const TenantMember = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  status: z.string(),
  lastSignInAt: Instant.nullable(),
})
export type TenantMember = z.infer<typeof TenantMember>

export const listTenantMembers = endpoint({
  method: 'GET',
  path: '/tenants/:id/members',
  access: 'superAdmin',
  summary: 'People of an organisation',
  params: z.object({ id: Id }),
  response: z.array(TenantMember),
})
