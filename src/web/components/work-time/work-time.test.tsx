import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { openAs, reasonOf, reporterReason } from '#testing/open-as.ts'

const page = listScreen({ timeZone: 'UTC', at: '2026-11-18T09:00:00.000Z' })

const addWork = async () => {
  const ctx = await page.server.contextOf(page.tenant.planner)
  const { projectId } = await buildProject(ctx, { projectName: 'Press Frame' })
  const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld', durationHours: 4 })
  const base = `/project-operations/projects/${projectId}/operations/${operationId}/intervals`
  const planner = page.server.as(page.tenant.planner)
  const report = async (kind: string) => expect((await planner.post(`${base}/report`, { kind })).status).toBe(200)
  return { path: `/projects/${projectId}/operations/${operationId}`, report, base }
}
const panel = async () => within(await screen.findByRole('region', { name: 'Time on work' }))
const textOf = async () => (await screen.findByRole('region', { name: 'Time on work' })).textContent

describe('the time on an operation', () => {
  it('a planner starts and pauses work, and sees the hours next to the estimate', async () => {
    const { path } = await addWork()
    const { user } = await page.open(path)
    await (await panel()).findByText(/No time on work yet/)
    await user.click((await panel()).getByRole('button', { name: 'Start work' }))
    await (await panel()).findByText(/Running since .*9:00 AM/)
    // A longer pause would end the session.
    page.server.clock.advance(12 * 60_000)
    const pause = (await panel()).getByRole('button', { name: 'Pause work' })
    await waitFor(() => expect(pause.getAttribute('aria-busy')).not.toBe('true'))
    await user.click(pause)
    await (await panel()).findByText(/0\.2 h of 4 h estimated\. Not worked on since .*9:12 AM/)
    expect((await panel()).getAllByRole('row').at(-1)?.textContent).toMatch(/9:00 AM – .*9:12 AM.*0\.2 h/)
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('a planner adds, corrects and removes a time with the keyboard, and undoes it', async () => {
    const { path, report } = await addWork()
    await report('start')
    page.server.clock.advance(12 * 60_000)
    await report('pause')
    const { user } = await page.open(path)
    await (await panel()).findByText(/0\.2 h of 4 h estimated/)
    const add = (await panel()).getByRole('button', { name: 'Add time' })
    add.focus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add time on work' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('Enter a date and a time')).length).toBe(2)
    await user.type(dialog.getByLabelText(/^From/), '2026-11-17T08:00')
    await user.type(dialog.getByLabelText(/^To/), '2026-11-17T07:00')
    await user.type(dialog.getByLabelText(/^Worker/), 'Ana Ruiz')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await dialog.findByText('The end must be after the start')
    await user.clear(dialog.getByLabelText(/^To/))
    await user.type(dialog.getByLabelText(/^To/), '2026-11-17T10:00')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await (await panel()).findByText(/2\.2 h of 4 h estimated/)
    await waitFor(() => expect(document.activeElement).toBe(add))
    expect(await textOf()).toContain('Ana Ruiz · corrected')

    await user.click((await panel()).getByRole('button', { name: /^Correct .*8:00 AM – .*10:00 AM/ }))
    const correcting = within(await screen.findByRole('dialog', { name: 'Correct time on work' }))
    await user.clear(correcting.getByLabelText(/^To/))
    await user.type(correcting.getByLabelText(/^To/), '2026-11-17T09:00')
    await user.click(correcting.getByRole('button', { name: 'Save' }))
    await (await panel()).findByText(/1\.2 h of 4 h estimated/)

    await user.click((await panel()).getByRole('button', { name: /^Remove .*8:00 AM – .*9:00 AM/ }))
    const ask = within(await screen.findByRole('alertdialog', { name: 'Remove this time on work?' }))
    await user.click(ask.getByRole('button', { name: 'Remove' }))
    await (await panel()).findByText(/0\.2 h of 4 h estimated/)
    const toast = (await screen.findByText('Time on work removed')).closest('li') ?? document.body
    within(toast).getByRole('button', { name: 'Undo' }).focus()
    await user.keyboard('{Enter}')
    await (await panel()).findByText(/1\.2 h of 4 h estimated/)
  })

  it('a planner chooses who worked among the people on the floor, or names someone else', async () => {
    const { path, report, base } = await addWork()
    await report('start')
    const admin = page.server.as(page.tenant.admin)
    for (const [name, code] of [
      ['Ana Ruiz', '0001'],
      ['Ben Ode', '0002'],
    ]) {
      expect((await admin.post('/workers', { name, code })).status).toBe(201)
    }
    const { user } = await page.open(path)
    await (await panel()).findByText(/Running since/)
    const add = async () => {
      await user.click((await panel()).getByRole('button', { name: 'Add time' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Add time on work' }))
      await user.type(dialog.getByLabelText(/^From/), '2026-11-17T08:00')
      await user.type(dialog.getByLabelText(/^To/), '2026-11-17T10:00')
      return dialog
    }
    const first = await add()
    // Without the setting, the form does not ask whether a machine worked.
    expect(first.queryByLabelText(/^Time of/)).toBeNull()
    const worker = first.getByRole('combobox', { name: 'Worker' })
    worker.focus()
    await user.keyboard('ben{Enter}')
    expect((worker as HTMLInputElement).value).toBe('Ben Ode')
    const { violations } = await axe.run(screen.getByRole('dialog'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
    await user.click(first.getByRole('button', { name: 'Add' }))
    await waitFor(async () => expect(await textOf()).toContain('Ben Ode · corrected'))
    const { body } = await admin.get(base)
    expect(body.intervals[0]).toMatchObject({
      workerName: 'Ben Ode',
      workerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })

    const second = await add()
    second.getByRole('combobox', { name: 'Worker' }).focus()
    await user.keyboard('someone{Enter}')
    await user.type(second.getByLabelText(/^Name/), 'ben ode')
    await user.click(second.getByRole('button', { name: 'Add' }))
    await second.findByText(/Ben Ode already has time on Weld/)
    await user.clear(second.getByLabelText(/^Name/))
    await user.type(second.getByLabelText(/^Name/), 'Cy')
    await user.click(second.getByRole('button', { name: 'Add' }))
    await waitFor(async () => expect(await textOf()).toContain('Cy · corrected'))
  })

  it('the form asks whether a machine worked where the organization tells it apart', async () => {
    const { path, report } = await addWork()
    await report('start')
    const admin = page.server.as(page.tenant.admin)
    const { version } = (await admin.get('/organisation')).body
    await admin.put('/organisation', { separatesMachineTime: true }, { 'If-Match': String(version) })
    const { user } = await page.open(path)
    await user.click(await (await panel()).findByRole('button', { name: 'Add time' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add time on work' }))
    await user.type(dialog.getByLabelText(/^From/), '2026-11-17T08:00')
    await user.type(dialog.getByLabelText(/^To/), '2026-11-17T10:00')
    await user.selectOptions(dialog.getByLabelText(/^Time of/), 'machine')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(async () => expect(await textOf()).toContain('machine only · corrected'))
  })

  it('a hold ends the running work, and says why it cannot start', async () => {
    const { path, report } = await addWork()
    await report('start')
    page.server.clock.advance(12 * 60_000)
    const app = await page.open(path)
    await (await panel()).findByText(/Running since/)
    await app.user.click(await screen.findByRole('button', { name: 'Hold' }))
    await screen.findByRole('button', { name: 'Release' })
    // The hold says enough.
    await waitFor(async () => expect(await textOf()).toMatch(/0\.2 h of 4 h estimated\./))
    expect(await textOf()).not.toMatch(/Not worked on since|Running since/)
    const start = (await panel()).getByRole('button', { name: 'Start work' })
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'))
    expect(await reasonOf(app, start)).toContain('It is on hold. Release it first.')
  })

  it('hours of work without recorded times say that they include waiting', async () => {
    const { path, base } = await addWork()
    const dates = { actualStartDate: '2026-11-17T08:00:00.000Z', actualEndDate: '2026-11-17T14:00:00.000Z' }
    const planner = page.server.as(page.tenant.planner)
    expect((await planner.put(base.replace(/\/intervals$/, ''), dates)).status).toBe(200)
    await page.open(path)
    await (await panel()).findByText(/6 h of 4 h estimated\. Includes waiting/)
    expect((await panel()).queryByRole('button', { name: 'Start work' })).toBeNull()
  })

  it('a reporter starts and pauses work, but corrects nothing', async () => {
    const { path, report } = await addWork()
    await report('start')
    const app = await openAs(page, path, { access: 'report' })
    expect(await (await panel()).findByRole('button', { name: 'Pause work' })).toBeTruthy()
    expect(await reasonOf(app, (await panel()).getByRole('button', { name: 'Add time' }))).toContain(reporterReason)
  })

  it('a viewer sees the times and is told why the buttons do nothing', async () => {
    const { path, report } = await addWork()
    await report('start')
    const app = await openAs(page, path, { access: 'view' })
    const pause = await (await panel()).findByRole('button', { name: 'Pause work' })
    expect(await reasonOf(app, pause)).toContain('You can look at the plan.')
  })
})
