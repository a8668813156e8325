import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork } from '#testing/builders/build-finished-work.ts'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'

const page = listScreen({ timeZone: 'UTC' })

const panel = async (name: string) => within(await screen.findByRole('region', { name }))
/** The value beside a label among the details. */
/** The value beside a label. The history further down uses the same field names. */
const fact = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent

/** Three operations in a chain; the middle one takes 8 hours at the Lathe. */
const addChain = async () => {
  const admin = await page.server.contextOf(page.tenant.admin)
  const { categoryId } = await buildCategory(admin, { name: 'Lathe' })
  const ctx = await page.server.contextOf(page.tenant.planner)
  const { projectId } = await buildProject(ctx, { projectName: 'Press Frame' })
  const [cut, turn, weld] = await buildChain(ctx, projectId, ['Cut', 'Turn', 'Weld'])
  if (!cut || !turn || !weld) throw new Error('The chain is not there')
  const put = async (input: object, { operationId } = turn) => {
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    expect((await page.server.as(page.tenant.planner).put(path, input)).status).toBe(200)
  }
  await put({ categoryId })
  const pathOf = ({ operationId } = turn) => `/projects/${projectId}/operations/${operationId}`
  return { projectId, categoryId, cut, turn, weld, put, pathOf }
}

describe('the page of an operation', () => {
  it('shows the work center, the time left and that its end is open', async () => {
    const { pathOf, put } = await addChain()
    await put({ progressPercentage: 25, partNumber: 'WC-4711-B' })
    await page.open(pathOf())
    await screen.findByRole('heading', { name: /Turn/ })
    expect(fact('Work center')).toBe('Lathe')
    expect(fact('Part number')).toBe('WC-4711-B')
    expect(fact('Duration')).toBe('8 h6 h left')
    expect(fact('Dates')).toBe('Set by the scheduler')
    expect(fact('Scheduled end')).toBe('Not scheduled')
    expect(screen.queryByText('Also needs')).toBeNull()
  })

  it('shows an operation with a pool and without a work center', async () => {
    const { cut, pathOf, put } = await addChain()
    const admin = await page.server.contextOf(page.tenant.admin)
    const { categoryId: poolId } = await buildCategory(admin, { name: 'Welders', kind: 'pool' })
    await put({ poolId }, cut)
    await page.open(pathOf(cut))
    await screen.findByRole('heading', { name: /Cut/ })
    expect(fact('Work center')).toBe('None')
    expect(screen.queryByText('Part number', { selector: 'dt' })).toBeNull()
    expect(fact('Also needs')).toBe('Welders')
    await screen.findByRole('heading', { name: "Why it isn't scheduled" })
  })

  it('shows when a started operation was started, and why it starts then', async () => {
    const { cut, pathOf, put } = await addChain()
    await put({ status: 'In Progress', actualStartDate: '2026-03-02T08:00:00.000Z' }, cut)
    await page.open(pathOf(cut))
    await screen.findByRole('heading', { name: /Cut/ })
    await waitFor(() => expect(fact('Started')).toMatch(/8:00 AM/))
    expect(screen.queryByText('Scheduled start', { selector: 'dt' })).toBeNull()
    await screen.findByRole('heading', { name: 'Why it starts then' })
  })

  it('an estimate at a learned pace is shown with the hours that are planned, and known hours with the original estimate', async () => {
    const { categoryId, pathOf, put, turn } = await addChain()
    const admin = await page.server.contextOf(page.tenant.admin)
    await buildFinishedWork(admin, {
      name: 'Turn',
      categoryId,
      ratios: new Array<number>(20).fill(1.25),
    })
    const set = await page.server.as(page.tenant.admin).put('/organisation', { learnedPace: 'plan' })
    expect(set.status).toBe(200)
    await page.open(pathOf())
    await screen.findByText('Estimate 8 h, planned with 10 h at the learned pace.')
    await put({ durationHours: 12, originalHours: 8 }, turn)
    await page.open(pathOf())
    await screen.findByText('Original estimate 8 h; planned with the hours that are known since.')
  })

  it('lists predecessors and successors with links', async () => {
    const { cut, weld, projectId, pathOf } = await addChain()
    const { user, path } = await page.open(pathOf())
    const before = await panel('Waits for')
    expect(before.getByRole('link').textContent).toMatch(/Cut.*ends/)
    const after = await panel('Holds up')
    expect(after.getByRole('link').textContent).toMatch(/Weld.*starts/)
    expect(before.getByRole('link').getAttribute('href')).toBe(`/projects/${projectId}/operations/${cut.operationId}`)
    await user.click(after.getByRole('link'))
    await screen.findByRole('heading', { name: /Weld/ })
    await (await panel('Holds up')).findByText('No other operation depends on it.')
    expect((await panel('Waits for')).getByRole('link').textContent).toContain('Turn')
    expect(path()).toContain(weld.operationId)
  })

  it('says that an operation without predecessors can start with its project', async () => {
    const { cut, pathOf } = await addChain()
    await page.open(pathOf(cut))
    await (await panel('Waits for')).findByText('No operation: it can start as soon as the project can.')
  })
})

describe('an action on the page of an operation', () => {
  it('puts the operation on hold with Hold, and resumes it with Release', async () => {
    const { pathOf } = await addChain()
    const { user } = await page.open(pathOf())
    await user.click(await screen.findByRole('button', { name: 'Hold' }))
    await user.click(await screen.findByRole('button', { name: 'Release' }))
    await screen.findByRole('button', { name: 'Hold' })
    await screen.findByText('Turn released', { selector: '[aria-live]' })
  })

  it('opens the form with Edit; Escape closes it, and it is part of the URL', async () => {
    const { pathOf } = await addChain()
    const { user, path } = await page.open(pathOf())
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog')
    expect(path()).toContain('edit=open')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).not.toContain('edit')
  })

  it('replaces the sentence about missing notes when notes are added', async () => {
    const { pathOf, put } = await addChain()
    await put({ description: 'Drawing 7' })
    const { user } = await page.open(pathOf())
    const notes = await panel('Notes')
    await notes.findByText('No notes.')
    await user.click(notes.getByRole('button', { name: 'Add notes' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(form.getByRole('textbox', { name: 'Notes' }), 'Use the long jaws')
    await user.click(form.getByRole('button', { name: /^Save/ }))
    await notes.findByText('Use the long jaws')
    await notes.findByText('Drawing 7')
    await notes.findByRole('button', { name: 'Edit' })
  })

  it('returns to the project when the operation is removed', async () => {
    const { projectId, pathOf } = await addChain()
    const { user, path } = await page.open(pathOf())
    await user.click(await screen.findByRole('button', { name: 'Actions on Turn' }))
    await user.click(await screen.findByRole('menuitem', { name: /Delete|Remove/ }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: /Delete|Remove/ }))
    await waitFor(() => expect(path()).toBe(`/projects/${projectId}`))
  })
})
