import { expect, type Page } from '@playwright/test'
import { signInAs } from './sign-in-as.ts'

const dayMs = 86_400_000

/** Sends a write as the open page would, and answers what the server said. */
export const send = <T>(page: Page, method: 'POST' | 'PUT', path: string, body: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, address, payload]) => {
      const answer = await fetch(`/api${address}`, {
        method: verb,
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        body: JSON.stringify(payload),
      })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    [method, path, body] as const,
  )

export interface ShopOperation {
  name: string
  /** Calendar days since its planned end; absent = no planned time. */
  daysOverdue?: number
  /** Name of the operation it waits for. */
  after?: string
}

/** Signs in as the super admin and enters an organization. */
export const enterShop = async (page: Page, name: string): Promise<void> => {
  await signInAs(page, 'superAdmin')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL('/')
}

/** A project with its operations, each of eight working hours. */
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

/** An organization of its own, entered by the super admin; answers its name, which no other has. */
export const openShop = async (page: Page, kind: string): Promise<string> => {
  const name = `${kind} ${Date.now().toString(36)}`
  await signInAs(page, 'superAdmin')
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await send(page, 'POST', '/tenants', {
    name,
    timeZone: 'America/Chicago',
    adminEmail: `${slug}@example.com`,
    adminName: `${name} admin`,
  })
  await page.reload()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL('/')
  return name
}
