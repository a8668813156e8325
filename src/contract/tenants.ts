import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Line, RequiredLine, recordFields } from './fields.ts'
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
