import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { elsewhereReason, openAs, reasonOf, reporterReason, viewerReason } from '#testing/open-as.ts'
import { inNextWeek } from '#testing/test-days.ts'
import { toast } from '#web/ui/toast.tsx'

const shop = listScreen()

/** The weld is followed by the paint at another work center; each center has unscheduled work as well. */
const withWork = async () => {
  const ctx = await shop.server.contextOf(shop.tenant.admin)
  const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
  // Late projects are expanded initially.
  const { projectId } = await buildProject(ctx, { plannedShipDate: shop.server.clock.now().toISOString() })
  const day = inNextWeek(shop.server.clock.now(), 1)
  const at = (from: string, to: string) => ({
    scheduledStartDate: `${day}T${from}:00:00Z`,
    scheduledEndDate: `${day}T${to}:00:00Z`,
    durationHours: 8,
  })
  const add = (name: string, { categoryId }: { categoryId: string }, fields = {}) =>
    buildOperation(ctx, projectId, { name, categoryId, durationHours: 8, ...fields })
  const frame = await add('Weld frame', weld, at('08', '16'))
  const topcoat = await add('Paint topcoat', paint, { ...at('16', '23'), dependencies: [frame.operationId] })
  await add('Weld stand', weld)
  await add('Paint stand', paint)
  return { weld: weld.categoryId, paint: paint.categoryId, frame, topcoat }
}
type Work = Awaited<ReturnType<typeof withWork>>

const stored = async ({ projectId, operationId }: Operation): Promise<Operation> =>
  (await shop.server.as(shop.tenant.admin).get(`/project-operations/projects/${projectId}/operations/${operationId}`))
    .body

const people = [
  { who: 'viewer', reason: viewerReason, right: () => ({ access: 'view' }) as const },
  { who: 'reporter', reason: reporterReason, right: () => ({ access: 'report' }) as const },
  {
    who: 'planner of another work center',
    reason: elsewhereReason,
    right: ({ paint }: Work) => ({ access: 'plan', workCenterIds: [paint] }) as const,
  },
]

const view = (name: 'gantt' | 'timeline') => `/schedule?view=${name}&date=${inNextWeek(shop.server.clock.now(), 1)}`

const barOf = async (name: string) => {
  const isThere = () => screen.queryAllByRole('gridcell').find((cell) => isBar(cell, name))
  await waitFor(() => expect(isThere()).toBeTruthy())
  return isThere() as HTMLElement
}
const isBar = (cell: HTMLElement, name: string) =>
  cell.dataset.operation !== undefined && (cell.getAttribute('aria-label') ?? '').includes(name)

/** A point of a bar on its surface, which starts at 0 because there is no layout. */
const pointOf = ({ style }: HTMLElement) => ({
  button: 0,
  clientX: Number.parseFloat(style.left) + 13,
  clientY: (Number.parseFloat(style.top) || 0) + 10,
})

/** Presses a bar and moves the pointer to the right without releasing it. */
const drag = (bar: HTMLElement) => {
  const { clientX, ...point } = pointOf(bar)
  fireEvent.pointerDown(bar, { clientX, ...point })
  fireEvent.pointerMove(bar, { clientX: clientX + 60, ...point })
}
const isMoving = () => document.querySelector('[data-mover]') !== null
const refused = () => document.querySelector('[data-refused]')?.textContent ?? null
const announced = (text: string) =>
  [...document.querySelectorAll('[aria-live="polite"]')].some((region) => region.textContent?.includes(text))

describe.each(['gantt', 'timeline'] as const)('a bar of the %s', (name) => {
  it.each(people)('does not move for a $who, who is told why', async ({ reason, right }) => {
    const work = await withWork()
    const app = await openAs(shop, view(name), right(work))
    const bar = await barOf('Weld frame')
    expect(bar.className).not.toContain('cursor-grab')
    fireEvent.pointerMove(bar, { ...pointOf(bar), buttons: 0 })
    expect((await screen.findByRole('tooltip')).textContent).toContain(reason)
    expect(document.querySelector('[data-link-handle]')).toBeNull()
    drag(bar)
    expect([refused(), isMoving()]).toEqual([reason, false])
    expect(announced(reason)).toBe(true)
    fireEvent.pointerUp(bar)
    expect(refused()).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()

    const told = vi.spyOn(toast, 'info')
    bar.focus()
    for (const keys of ['{Control>} {/Control}', '{Alt>}{ArrowRight}{/Alt}', '{Alt>}{ArrowUp}{/Alt}', 'p']) {
      told.mockClear()
      await app.user.keyboard(keys)
      expect([isMoving(), told.mock.calls.map(([words]) => words)], keys).toEqual([false, [reason]])
    }
    expect(document.activeElement).toBe(bar)
    expect(document.querySelector('[data-picked]')).toBeNull()
    expect(bar.style.boxShadow).toBe('')
    expect(await stored(work.frame)).toMatchObject({ version: work.frame.version })
    // A click still shows the operation.
    fireEvent.pointerDown(bar, pointOf(bar))
    fireEvent.pointerUp(bar)
    expect(await screen.findByRole('heading', { name: 'Weld frame' })).toBeTruthy()
  })

  it('moves for a planner of its work center, but not together with work at another one', async () => {
    const work = await withWork()
    const app = await openAs(shop, view(name), { access: 'plan', workCenterIds: [work.weld] })
    const bar = await barOf('Weld frame')
    expect(bar.className).toContain('cursor-grab')
    drag(bar)
    const why = `Paint topcoat would move too. ${elsewhereReason}`
    expect(await screen.findByText(why)).toBeTruthy()
    fireEvent.pointerUp(bar)
    expect((await screen.findAllByText(why)).length).toBeGreaterThan(0)
    expect(isMoving()).toBe(false)
    bar.focus()
    await app.user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect([announced(why), announced('Enter saves it')]).toEqual([true, false])
    await app.user.keyboard('{Enter}')
    expect(isMoving()).toBe(true)
    await app.user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}{Enter}')
    await waitFor(async () => expect((await stored(work.frame)).version).toBeGreaterThan(work.frame.version))
    expect((await stored(work.topcoat)).version).toBe(work.topcoat.version)
  })
})

describe('the panel of an operation', () => {
  const openPanel = async (work: Work, right: Parameters<typeof openAs>[2]) => {
    const app = await openAs(shop, `/schedule?operation=${work.topcoat.operationId}`, right)
    const panel = within(await screen.findByRole('complementary'))
    await panel.findByLabelText('Start')
    const control = (name: string | RegExp) =>
      panel.queryByRole('button', { name }) ?? panel.getByLabelText<HTMLElement>(name)
    return { app, panel, control }
  }
  const planned = ['Start', 'Move', /^Hours/, 'Pin', 'Do not wait for Weld frame', 'Wait for another operation']
  const reported = [/^Progress h|^Progress$/, 'Hold']

  it.each([
    { who: 'viewer', reason: viewerReason, right: () => ({ access: 'view' }) as const },
    {
      who: 'planner of another work center',
      reason: elsewhereReason,
      right: ({ weld }: Work) => ({ access: 'plan', workCenterIds: [weld] }) as const,
    },
  ])('does not let a $who change dates, hours and dependencies, and says why', async ({ reason, right }) => {
    const work = await withWork()
    const { app, control } = await openPanel(work, right(work))
    for (const name of planned) expect(await reasonOf(app, control(name)), String(name)).toContain(reason)
    await app.user.type(control('Start'), `${inNextWeek(shop.server.clock.now(), 3)}T08:00{Enter}`)
    expect(isMoving()).toBe(false)
    expect((await stored(work.topcoat)).version).toBe(work.topcoat.version)
  })

  it('lets a reporter report progress and a hold, and nothing else', async () => {
    const work = await withWork()
    const { app, panel, control } = await openPanel(work, { access: 'report' })
    for (const name of planned) expect(await reasonOf(app, control(name)), String(name)).toContain(reporterReason)
    const progress = panel.getByRole('spinbutton', { name: /Progress/ })
    await app.user.clear(progress)
    await app.user.type(progress, '40{Enter}')
    await waitFor(async () => expect((await stored(work.topcoat)).progressPercentage).toBe(40))
    await app.user.click(panel.getByRole('button', { name: 'Hold' }))
    await waitFor(async () => expect((await stored(work.topcoat)).onHold).toBe(true))
  })

  it('tells a viewer why work cannot be reported', async () => {
    const { app, control } = await openPanel(await withWork(), { access: 'view' })
    for (const name of reported)
      expect(await reasonOf(app, control(name))).toBe('You can look at the plan. Reporting work needs more access.')
  })
})

describe('unscheduled work beside the Timeline', () => {
  it('can be dragged by a planner of its work center only, and a drag of other work shows why', async () => {
    const work = await withWork()
    await openAs(shop, `${view('timeline')}&pool=true`, { access: 'plan', workCenterIds: [work.paint] })
    const press = async (name: RegExp) => {
      fireEvent.pointerDown(await screen.findByRole('button', { name }), { button: 0, clientX: 0, clientY: 0 })
      document.elementFromPoint = () => null
      fireEvent.pointerMove(window, { clientX: 30, clientY: 10 })
    }
    await press(/^Weld stand/)
    expect(refused()).toBe(elsewhereReason)
    expect(screen.queryByText('Drop it on a lane')).toBeNull()
    fireEvent.pointerUp(window)
    await press(/^Paint stand/)
    expect(refused()).toBeNull()
    expect(screen.getByText('Drop it on a lane')).toBeTruthy()
    fireEvent.keyDown(window, { key: 'Escape' })
  })
})

describe('the list of keys', () => {
  it.each([
    { who: 'viewer', access: 'view', moves: false, holds: false },
    { who: 'reporter', access: 'report', moves: false, holds: true },
    { who: 'planner', access: 'plan', moves: true, holds: true },
  ] as const)('contains the keys that a $who may use', async ({ access, moves, holds }) => {
    await withWork()
    const { user } = await openAs(shop, view('gantt'), { access })
    await barOf('Weld frame')
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Select its dependencies in turn')).toBeTruthy()
    expect(dialog.queryByText('Move it alone') !== null).toBe(moves)
    expect(dialog.queryByText('Hold or release operation') !== null).toBe(holds)
  })
})
