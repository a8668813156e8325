import type { Page } from '@playwright/test'
import { shopOrigin } from './ports.ts'
import { signInAs } from './sign-in-as.ts'

const dayMs = 86_400_000

/** Sends a write with the session of the page, and returns the server's answer. */
export const send = async <T>(
  { request }: Page,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data: unknown = {},
  more: Record<string, string> = {},
): Promise<T> => {
  const headers = { 'X-Requested-With': 'fetch', Origin: shopOrigin, ...more }
  const answer = await request.fetch(`${shopOrigin}/api${path}`, { method, headers, data })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return JSON.parse((await answer.text()) || 'null')
}

export interface ShopOperation {
  name: string
  /** Calendar days since its planned end; absent = not planned. */
  daysOverdue?: number
  /** Name of its predecessor. */
  after?: string
}

/** Enters an organization as the super admin. */
export const enterShop = async (page: Page, tenantId: string): Promise<void> => {
  await signInAs(page, 'superAdmin')
  await send(page, 'PUT', '/users/me/tenant', { tenantId })
}

/** A project with its operations of eight working hours each. */
export const addProject = async (
  page: Page,
  projectNumber: string,
  operations: readonly ShopOperation[],
  priority = 50,
): Promise<void> => {
  const shipDate = new Date(Date.now() + 30 * dayMs).toISOString()
  const fields = { projectNumber, projectName: `Frame ${projectNumber}`, priority, plannedShipDate: shipDate }
  const project = await send<{ projectId: string }>(page, 'POST', '/projects', {
    ...fields,
    currentPhase: 'production',
  })
  const ids = new Map(operations.map(({ name }) => [name, crypto.randomUUID()]))
  await send(
    page,
    'POST',
    `/project-operations/projects/${project.projectId}/operations/batch`,
    operations.map(({ name, daysOverdue, after }) => ({
      operationId: ids.get(name),
      name,
      durationHours: 8,
      ...(after && { dependencies: [ids.get(after)] }),
      ...(daysOverdue !== undefined && {
        scheduledStartDate: new Date(Date.now() - (daysOverdue + 1) * dayMs).toISOString(),
        scheduledEndDate: new Date(Date.now() - daysOverdue * dayMs).toISOString(),
        pinned: false,
      }),
    })),
  )
}

/** Creates an organization and enters it as the super admin; returns its id. */
export const openShop = async (page: Page, kind: string): Promise<string> => {
  const name = `${kind} ${Date.now().toString(36)}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await signInAs(page, 'superAdmin')
  const { tenant } = await send<{ tenant: { tenantId: string } }>(page, 'POST', '/tenants', {
    name,
    timeZone: 'America/Chicago',
    adminEmail: `${slug}@example.com`,
    adminName: `${name} admin`,
  })
  await send(page, 'PUT', '/users/me/tenant', { tenantId: tenant.tenantId })
  return tenant.tenantId
}
