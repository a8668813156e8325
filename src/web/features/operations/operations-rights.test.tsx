import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { elsewhereReason, limitedReason, openAs, reasonOf, reporterReason, viewerReason } from '#testing/open-as.ts'

const list = listScreen()

const withWork = async () => {
  const ctx = await list.server.contextOf(list.tenant.admin)
  const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
  const { projectId } = await buildProject(ctx)
  await buildOperation(ctx, projectId, { name: 'Weld frame', categoryId: weld.categoryId, durationHours: 4 })
  return { weld: weld.categoryId, paint: paint.categoryId }
}

const select = async (app: Awaited<ReturnType<typeof openAs>>) => {
  await app.user.click(await screen.findByRole('checkbox', { name: /Weld frame/ }))
  return within(await screen.findByRole('region', { name: 'Selected operations' }))
}

describe('the list of operations', () => {
  it('lets a reporter report the progress of selected work, but not plan it', async () => {
    await withWork()
    const app = await openAs(list, '/operations', { access: 'report' })
    const bar = await select(app)
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Reschedule' }))).toContain(reporterReason)
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Priority' }))).toContain(reporterReason)
    await app.user.click(bar.getByRole('button', { name: 'Hold' }))
    expect(await screen.findByText('1 operation put on hold')).toBeTruthy()
  })

  it('tells a viewer why the actions of the bar and of a row are disabled', async () => {
    await withWork()
    const app = await openAs(list, '/operations', { access: 'view' })
    const bar = await select(app)
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Reschedule' }))).toContain(viewerReason)
    const row = screen.getByRole('button', { name: 'Dependencies of Weld frame' })
    expect(await reasonOf(app, row)).toContain(viewerReason)
  })

  it('tells a planner of some work centers that a row is at another one', async () => {
    const { paint } = await withWork()
    const app = await openAs(list, '/operations', { access: 'plan', workCenterIds: [paint] })
    const bar = await select(app)
    const row = screen.getByRole('button', { name: 'Dependencies of Weld frame' })
    expect(await reasonOf(app, row)).toContain(elsewhereReason)
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Priority' }))).toContain(limitedReason)
  })
})

describe('a selection at several work centers', () => {
  const withBoth = async () => {
    const { weld, paint } = await withWork()
    const ctx = await list.server.contextOf(list.tenant.admin)
    const { projectId } = await buildProject(ctx)
    for (const name of ['Prime', 'Spray']) await buildOperation(ctx, projectId, { name, categoryId: paint })
    return { weld, projectId }
  }

  it('tells a limited planner how many are elsewhere, and lets them change only their own', async () => {
    const { weld, projectId } = await withBoth()
    const app = await openAs(list, '/operations', { access: 'plan', workCenterIds: [weld] })
    const bar = await select(app)
    expect(bar.queryByText(/at other work centers/)).toBeNull()
    for (const name of [/Prime/, /Spray/]) await app.user.click(screen.getByRole('checkbox', { name }))
    const words = '2 of 3 are at other work centers.'
    expect((await bar.findByRole('status')).textContent).toBe(words)
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Hold' }))).toContain(words)
    const said = screen.getAllByText(words).length
    await app.user.keyboard('h')
    await waitFor(() => expect(screen.getAllByText(words).length).toBe(said + 1))
    await app.user.click(bar.getByRole('button', { name: 'Select only the 1 at your work centers' }))
    await app.user.click(bar.getByRole('button', { name: 'Hold' }))
    expect(await screen.findByText('1 operation put on hold')).toBeTruthy()
    const { body } = await list.server.as(list.tenant.admin).get(`/project-operations/projects/${projectId}`)
    expect(body.map(({ onHold }: { onHold: boolean }) => onHold)).toEqual([false, false])
  })

  it('counts all matching operations on the server', async () => {
    const { weld } = await withBoth()
    const app = await openAs(list, '/operations', { access: 'plan', workCenterIds: [weld] })
    await app.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }))
    const bar = within(await screen.findByRole('region', { name: 'Selected operations' }))
    expect((await bar.findByRole('status')).textContent).toBe('2 of 3 are at other work centers.')
    await app.user.click(bar.getByRole('button', { name: 'Select only the 1 at your work centers' }))
    expect(bar.getByRole('button', { name: 'Hold' }).ariaDisabled).toBeNull()
    expect(bar.getByText('1')).toBeTruthy()
  })
})

describe('the cells of the list of operations', () => {
  type App = Awaited<ReturnType<typeof openAs>>

  /** The editable cells replace the plain ones of a row under the pointer. */
  const cell = async ({ user }: App, role: string, name: RegExp) => {
    await user.hover(await screen.findByRole('link', { name: 'Weld frame' }))
    return screen.findByRole(role, { name })
  }

  /** Clicks a cell that is expected to be disabled, and returns the reason that it shows. */
  const reasonAt = async (app: App, role: string, name: RegExp) => {
    await cell(app, role, name)
    return waitFor(() => {
      const control = screen.getByRole(role, { name })
      expect(control.ariaDisabled).toBe('true')
      fireEvent.click(control)
      const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '')
      expect(reason?.role).toBe('tooltip')
      return reason?.textContent
    })
  }

  it('say for work at another work center why they cannot be changed', async () => {
    const { paint } = await withWork()
    const app = await openAs(list, '/operations', { access: 'plan', workCenterIds: [paint] })
    for (const name of [/^Duration of/, /^Progress of/, /^Start of/]) {
      expect(await reasonAt(app, 'button', name)).toBe(elsewhereReason)
    }
    expect(await reasonAt(app, 'combobox', /^Work center of/)).toBe(elsewhereReason)
    const center = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Work center of/ })
    expect([...center.options].map(({ text }) => text)).toEqual(['Weld'])
  })

  it('let a reporter change progress and hours, but not dates', async () => {
    await withWork()
    const app = await openAs(list, '/operations', { access: 'report' })
    expect(await reasonAt(app, 'button', /^Start of/)).toBe(reporterReason)
    expect((await cell(app, 'button', /^Progress of/)).ariaDisabled).toBeNull()
    // More work than estimated is reported as more hours.
    expect((await cell(app, 'button', /^Duration of/)).ariaDisabled).toBeNull()
  })
})

describe('the header of the schedule', () => {
  it('tells a viewer why no run can be started', async () => {
    const ctx = await list.server.contextOf(list.tenant.admin)
    const { projectId } = await buildProject(ctx)
    const dates = { scheduledStartDate: '2026-12-01T08:00:00Z', scheduledEndDate: '2026-12-01T12:00:00Z' }
    await buildOperation(ctx, projectId, { name: 'Weld frame', ...dates })
    const app = await openAs(list, '/schedule', { access: 'view' })
    expect(await reasonOf(app, await screen.findByRole('button', { name: 'Schedule all' }))).toBe(viewerReason)
    const more = screen.getByRole('button', { name: 'More ways to schedule' })
    expect(await reasonOf(app, more)).toContain(viewerReason)
  })
})

describe('the form of overtime and downtime', () => {
  it('offers a planner of some work centers only those', async () => {
    const { weld } = await withWork()
    const app = await openAs(list, '/shift-patterns?tab=exceptions', { access: 'plan', workCenterIds: [weld] })
    const [add] = await screen.findAllByRole('button', { name: 'Add overtime or downtime' })
    if (add) await app.user.click(add)
    const form = within(await screen.findByRole('dialog', { name: 'Add overtime or downtime' }))
    const center = form.getByRole<HTMLSelectElement>('combobox', { name: 'Applies to' })
    expect([...center.options].map(({ text }) => text)).toEqual(['Choose one', 'Weld'])
    expect(form.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true')
    await app.user.selectOptions(center, 'Weld')
    expect(form.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBeNull()
  })
})
