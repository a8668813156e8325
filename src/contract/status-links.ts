import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Line } from './fields.ts'

export const statusLinkLimits = {
  /** Maximum number of live links of one project. */
  perProject: 20,
  /** Days that a link which ends with the shipment remains valid after it, or after the cancellation. */
  daysAfterShipment: 14,
  /** Ended links remain in the lists for this many days. */
  keptDays: 90,
} as const

/** When a link ends unless it is revoked: a number of days after it was created, or 14 days after the project ships or is cancelled. */
const statusLinkTerms = ['in30Days', 'in90Days', 'afterShipment'] as const
export const StatusLinkTerm = z.enum(statusLinkTerms)
export type StatusLinkTerm = z.infer<typeof StatusLinkTerm>

/** Path of a link's page, relative to the server's origin. It is not an API call; browsers open it. */
export const statusPath = '/status/'

/** A link that shows the status of one project to a customer without a session. */
export const StatusLink = z.object({
  linkId: z.string(),
  projectId: z.string(),
  /** Current number and name of the project; null = it was deleted. */
  projectTitle: z.nullable(z.string()),
  /** The customer's name for the order, displayed on the page. */
  reference: z.string(),
  showsForecast: z.boolean(),
  /** Display name of its creator. A link remains valid if its creator leaves the organization. */
  madeBy: z.string(),
  createdAt: Instant,
  /** null = 14 days after the project ships or is cancelled, and neither has happened. */
  expiresAt: z.nullable(Instant),
  state: z.enum(['live', 'expired', 'revoked']),
  /** Openings within a minute of each other count as one. */
  openedCount: z.int(),
  lastOpenedAt: z.nullable(Instant),
})
export type StatusLink = z.infer<typeof StatusLink>

const ofProject = z.object({ id: Id })

export const listStatusLinks = endpoint({
  method: 'GET',
  path: '/projects/:id/status-links',
  access: 'shareStatus',
  summary: 'The status links of a project, the newest first, with those that ended in the last 90 days',
  failed: 'Failed to fetch the status links',
  params: ofProject,
  response: z.array(StatusLink),
})

export const listAllStatusLinks = endpoint({
  method: 'GET',
  path: '/status-links',
  access: 'manageStatusLinks',
  summary: 'The status links of all projects, the newest first, with those that ended in the last 90 days',
  failed: 'Failed to fetch the status links',
  response: z.array(StatusLink),
})

export const StatusLinkInput = z.object({
  reference: z._default(Line(100), ''),
  showsForecast: z.boolean(),
  expires: StatusLinkTerm,
})
export type StatusLinkInput = z.infer<typeof StatusLinkInput>

/** 404 if the organization has no such project; 422 beyond 20 live links. */
export const postStatusLink = endpoint({
  method: 'POST',
  path: '/projects/:id/status-links',
  access: 'shareStatus',
  summary: 'Make a status link of a project; its address is shown only once',
  failed: 'Failed to create the status link',
  params: ofProject,
  body: StatusLinkInput,
  response: z.extend(StatusLink, {
    /** Token of the address; null in an answer repeated under its Idempotency-Key. */
    linkToken: z.nullable(z.string()),
  }),
  status: 201,
})

/** The page that a link with these options would show, without creating one. */
export const previewStatus = endpoint({
  method: 'GET',
  path: '/projects/:id/status-preview',
  access: 'shareStatus',
  summary: 'What the customer of a project would see, as a page',
  failed: 'Failed to preview the status',
  params: ofProject,
  query: z.object({
    reference: z._default(Line(100), ''),
    forecast: z._default(z.enum(['shown', 'hidden']), 'shown'),
  }),
  response: z.string(),
  mediaType: 'text/html',
})

/** Planners may revoke any link of the organization, including a colleague's. */
export const deleteStatusLink = endpoint({
  method: 'DELETE',
  path: '/status-links/:linkId',
  access: 'shareStatus',
  summary: 'Revoke a status link; its address shows nothing from then on',
  failed: 'Failed to revoke the status link',
  params: z.object({ linkId: Id }),
  response: z.undefined(),
  status: 204,
})
