import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as auth from '#contract/auth.ts'
import { listCategories } from '#contract/categories.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as notifications from '#contract/notifications.ts'
import * as operations from '#contract/operations.ts'
import * as projects from '#contract/projects.ts'
import { getSchedule } from '#contract/schedule.ts'
import { scheduleAll, scheduleProject } from '#contract/scheduling-runs.ts'
import { listTenants, listUserAssociations } from '#contract/tenants.ts'
import * as users from '#contract/users.ts'
import { openTab, setFetch } from '#testing/web-harness.ts'
import { ApiError } from './api-error.ts'
import { enter } from './auth/auth.mutations.ts'
import { call, onSessionEnded } from './client.ts'
import { readOperationsOf } from './operations/batch-operations.ts'
import { putFields } from './operations/operations.mutations.ts'
import { patchProjectMutation } from './projects/projects.mutations.ts'
import { sendWrite } from './record-writes.ts'

/** What the server does instead of giving a reason. */
const answers = {
  'fails without a reason': async () => Response.json({}, { status: 500 }),
  'does not answer': async () => Promise.reject(new TypeError('Failed to fetch')),
  'answers nothing': async () => new Response('', { status: 200 }),
  'refuses without a reason': async () => Response.json({ success: false, error: null }),
}
type Failure = keyof typeof answers

const id = crypto.randomUUID()
const one = { params: { projectId: id, operationId: id } }

/** Calls an endpoint with arbitrary parts. */
const calling = (endpoint: Endpoint) => () =>
  call<Endpoint>(endpoint, { params: { id, userId: id, projectId: id, operationId: id, email: 'a@b.c' }, query: {} })

/** The specified fallback messages, each with the failing call and the failure. */
const catalog: readonly (readonly [message: string, work: () => Promise<unknown>, failure?: Failure])[] = [
  ['Failed to fetch users', calling(users.listUsers)],
  ['Failed to create user', calling(users.postUser)],
  ['Failed to update user', calling(users.putUser)],
  ['Failed to delete user', calling(users.deleteUser)],
  ['Failed to fetch organizations', calling(listTenants)],
  ['Failed to fetch organizations', calling(listUserAssociations)],
  ['Error fetching user profile', calling(users.getProfile), 'does not answer'],
  ['Error updating settings', calling(users.putSettings), 'does not answer'],
  ['Failed to fetch user profile', calling(users.getProfile)],
  ['Failed to update settings', calling(users.putSettings)],
  ['Not authenticated', calling(auth.postLogout)],
  ['Authentication failed', calling(notifications.postNotificationToken)],
  ['Authentication failed', calling(notifications.postNotificationTicket)],
  ['Authentication check failed', calling(auth.getValidate)],
  ['Login failed', () => enter(new QueryClient(), { email: 'a@b.c', password: 'x' }), 'refuses without a reason'],
  ['Failed to fetch user', calling(users.getMe)],
  ['Failed to fetch user', calling(users.getUser)],
  ['Failed to fetch user', calling(users.getUserByEmail)],
  ['Failed to fetch tenants', calling(users.listMyTenants)],
  ['Failed to update profile', calling(users.putProfile)],
  ['Failed to change password', calling(users.postPassword)],
  ['Failed to update preferences', calling(users.putPreferences)],
  ['Failed to set tenant', calling(users.putMyTenant)],
  ['Failed to fetch projects', calling(projects.listProjects)],
  ['Failed to fetch project with operations', calling(projects.getProject)],
  ['Failed to fetch projects with operations', calling(getSchedule)],
  ['Failed to update project', calling(projects.putProject)],
  ['Failed to update project', calling(projects.patchProject)],
  ['Failed to delete project', calling(projects.deleteProject)],
  ['Failed to schedule project', calling(scheduleProject)],
  ['Failed to schedule all projects', calling(scheduleAll)],
  ['Failed to fetch project operations', calling(operations.listProjectOperations)],
  ['Failed to fetch project operations', calling(operations.listOperationsOfProject)],
  ['Failed to fetch batch project operations', calling(operations.batchOperations)],
  ['Batch operations request returned no data', calling(operations.batchOperations), 'answers nothing'],
  ['No valid project IDs provided for batch request', () => readOperationsOf(['17'])],
  ['Failed to update operation progress', calling(operations.postProgress)],
  ['Failed to update operation dates', () => putFields(one.params, { scheduledStartDate: null }, {})],
  ['Failed to add operation to project', calling(operations.addOperation)],
  ['Failed to remove operation from project', calling(operations.deleteOperation)],
  ['Failed to update project operation', () => putFields(one.params, { onHold: true }, {})],
  ['Failed to add operations to project', calling(operations.addOperations)],
  ['Failed to fetch categories', calling(listCategories)],
  [
    'Project ID is required',
    () => {
      const client = new QueryClient()
      const write = { projectId: '', fields: {}, seen: {}, version: 1, subject: '', source: 'drag' } as const
      return sendWrite(client, patchProjectMutation(client), write)
    },
  ],
]

const messageOf = async (work: () => Promise<unknown>): Promise<string> => {
  const error = await work().then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`)
  return error.message
}

beforeEach(() => {
  openTab({ local: { userId: id, currentTenantId: id } })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

describe('a message of the error catalog', () => {
  it.each(catalog.map(([message, work, failure = 'fails without a reason']) => ({ message, work, failure })))(
    'is "$message" when the server $failure',
    async ({ message, work, failure }) => {
      setFetch(answers[failure])
      expect(await messageOf(work)).toBe(message)
    },
  )

  it.each([
    ['Failed to add operation to project after retry', operations.addOperation],
    ['Failed to update project operation after retry', operations.putOperation],
  ] as const)('is "%s" when the call fails again after a tenant problem', async (message, endpoint) => {
    const replies = [{ error: 'Missing tenant ID' }, {}]
    setFetch(async () => Response.json(replies.shift(), { status: 500 }))
    expect(await messageOf(calling(endpoint))).toBe(message)
  })

  it("gives way to the server's reason, under any of its names", async () => {
    for (const name of ['error', 'Error', 'message']) {
      setFetch(async () => Response.json({ [name]: 'The shop is closed' }, { status: 500 }))
      expect(await messageOf(calling(users.getMe))).toBe('The shop is closed')
    }
  })

  it('is "Not authenticated" on the sign-in screen when a call finds that the session has ended', async () => {
    const ended = vi.fn()
    onSessionEnded(ended)
    setFetch(async () => Response.json({}, { status: 401 }))
    await messageOf(calling(projects.listProjects))
    expect(ended).toHaveBeenCalledWith('Not authenticated')
  })
})
