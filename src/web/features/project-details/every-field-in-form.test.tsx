import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { operationValues } from '#web/components/operation-form/operation-values.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Fields whose controls are not inputs with their name. */
const labels: Readonly<Record<string, string | RegExp>> = {
  progressPercentage: 'Progress',
}

it('The form of an operation has a control for every field that is typed', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  const ctx = await server.contextOf(tenant.admin)
  const saw = await buildCategory(ctx, { name: 'Saw' })
  const mill = await buildCategory(ctx, { name: 'Mill' })
  await buildCategory(ctx, { name: 'Crane', kind: 'pool' })
  const { projectId } = await buildProject(ctx)
  const first = await buildOperation(ctx, projectId, { name: 'Saw' })
  const { operationId } = await buildOperation(ctx, projectId, {
    name: 'Paint',
    categoryId: saw.categoryId,
    alternatives: [{ categoryId: mill.categoryId, durationHours: 4 }],
    dependencies: [first.operationId],
    quantity: 10,
    materialReadyDate: '2026-12-01T14:00:00.000Z',
  })

  await renderApp(`/projects/${projectId}?edit=${operationId}`)
  const dialog = await screen.findByRole('dialog', { name: 'Edit Paint' })
  const isShown = (name: string): boolean =>
    dialog.querySelector(`[name="${name}"], [name^="${name}."]`) !== null ||
    (labels[name] !== undefined && within(dialog).queryAllByLabelText(labels[name]).length > 0)
  expect(Object.keys(operationValues(null, 'UTC')).filter((name) => !isShown(name))).toEqual([])
})
