import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { at, layOut, Scene, scenePlan, unlinked } from '#testing/schedule/scene-fixture.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { extras } from '../frame/extras.ts'
import type { ScheduleLoads } from '../schedule-gantt.tsx'
import type { Reschedule } from '../schedule-write.ts'

beforeAll(extras.prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The same plan, but its unscheduled operation takes four hours. */
const withHours = {
  ...scenePlan,
  operations: { ...scenePlan.operations, durationHours: scenePlan.operations.durationHours.with(4, 4) },
}

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')

describe('the duration of a bar', () => {
  const change = (startHour: number, endHour: number, durationHours: number) =>
    expect.objectContaining({
      operationId: 'operation-1',
      startMs: at(3, startHour),
      endMs: at(3, endHour),
      durationHours,
    })

  it('changes by dragging an edge: the right one keeps the start, the left one the end', async () => {
    const onWrite = vi.fn()
    render(<Scene zoom="hours" expandedAll onWrite={onWrite} />)
    const bar = () => screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    // The bar is from 2:00 PM to 8:00 PM, and an hour has 20 px.
    layOut({ left: 1000, right: 1120 })
    fireEvent.pointerDown(bar(), { button: 0, clientX: 1118 })
    fireEvent.pointerMove(bar(), { clientX: 1118 - 40 })
    expect(await screen.findByText('4 h of work instead of 6 h')).toBeTruthy()
    fireEvent.pointerUp(bar(), { clientX: 1118 - 40 })
    expect(onWrite).toHaveBeenLastCalledWith(change(14, 18, 4))
    fireEvent.pointerDown(bar(), { button: 0, clientX: 1002 })
    fireEvent.pointerMove(bar(), { clientX: 1002 - 20 })
    expect(await screen.findByText(/^7 h of work instead of 6 h/)).toBeTruthy()
    fireEvent.pointerUp(bar(), { clientX: 1002 - 20 })
    expect(onWrite).toHaveBeenLastCalledWith(change(13, 20, 7))
    vi.restoreAllMocks()
  })

  it('changes by keys, with the followers, and says so', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowUp>12/}{/Alt}')
    expect(screen.getAllByText('9 h of work instead of 6 h, 1 more follows')).toHaveLength(2)
    await user.keyboard('{Enter}')
    const [[stored]] = onWrite.mock.calls as [[Reschedule]]
    // Two hours until the shift ends at 22:00, the third from 6:00 on.
    expect(stored).toMatchObject({ startMs: at(3, 14), endMs: at(4, 7), durationHours: 9 })
    expect(stored.followers).toMatchObject([{ operationId: 'operation-2', startMs: at(4, 7), endMs: at(4, 10) }])
  })
})

describe('the price of a move', () => {
  const outlook = (latenessDays: number) => ({
    latenessDays,
    state: latenessDays > 0 ? ('late' as const) : ('onTime' as const),
    forecastCompletionDate: null,
  })
  const project = (number: number, before: number, after: number) => ({
    projectId: `project-${number - 1031}`,
    projectNumber: String(number),
    projectName: '',
    daysLater: after - before,
    before: outlook(before),
    after: outlook(after),
  })
  const effect = {
    movedOperations: 2,
    before: { lateProjects: 1, lateDays: 60, behindPlan: 0 },
    after: { lateProjects: 2, lateDays: 63, behindPlan: 55 },
    projects: [project(1032, 1, 2), project(1050, -1, 2), project(1031, -1, 0), project(1060, -4, -4)],
  }
  const said = [
    '#1031 0 d slack instead of 1',
    '#1050 becomes 2 d late',
    '#1032 2 d late instead of 1',
    '63 late days instead of 60',
    '55 operations behind plan instead of 0',
    '2 operations move',
  ]

  it('is asked for when a dragged bar rests, with all moves of the drop, and a further movement takes the question back', async () => {
    const asked: { change: unknown; signal: AbortSignal }[] = []
    const answers = [new Promise<never>(() => {}), Promise.resolve(effect)]
    const effectOf: ScheduleLoads['effect'] = (change, signal) => {
      asked.push({ change, signal })
      return answers[asked.length - 1] ?? Promise.resolve(effect)
    }
    const onWrite = vi.fn()
    render(
      <>
        <LiveRegion />
        <Scene zoom="hours" expandedAll onWrite={onWrite} load={{ effect: effectOf }} />
      </>,
    )
    layOut({ left: 900, right: 1100 })
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 1000 })
    fireEvent.pointerMove(bar, { clientX: 1020 })
    expect(await screen.findByText('…')).toBeTruthy()
    expect(asked).toHaveLength(1)
    fireEvent.pointerMove(bar, { clientX: 1040 })
    await waitFor(() => expect(asked[0]?.signal.aborted).toBe(true))
    for (const text of said) expect(await screen.findByText(text)).toBeTruthy()
    // The same words for those who hear the screen.
    expect(document.querySelector('[aria-live]')?.parentElement?.textContent).toContain(said.join('. '))
    fireEvent.pointerUp(bar, { clientX: 1040 })
    expect(onWrite).toHaveBeenCalledExactlyOnceWith(asked[1]?.change)
    expect(screen.queryByText('#1050 becomes 2 d late')).toBeNull()
    vi.restoreAllMocks()
  })

  it('the price is asked for over the lane of another work center, with the hours there, and says nothing where that is refused', async () => {
    const two = { ...scenePlan, categories: fixturePlan({ projects: [], capacities: [1, 1] }).categories }
    const asked: unknown[] = []
    const answers = [effect, null]
    const effectOf: ScheduleLoads['effect'] = async (move) => {
      asked.push(move.kind === 'moveToCenter' && move.withHours(5))
      return answers[asked.length - 1] ?? null
    }
    render(<Scene view="timeline" data={two} load={{ effect: effectOf }} />)
    const grid = screen.getByRole('grid', { name: 'Schedule by work center' })
    const { left, top } = screen.getByRole('gridcell', { name: /Weld frame, Thu/ }).style
    const [x, y] = [Number.parseFloat(left) + 13, Number.parseFloat(top) + 10]
    layOut({ left: 0, right: 3000 })
    fireEvent.pointerDown(grid, { button: 0, clientX: x, clientY: y })
    fireEvent.pointerMove(grid, { clientX: x + 20, clientY: y + 49 })
    expect(await screen.findByText('#1050 becomes 2 d late')).toBeTruthy()
    expect(asked).toMatchObject([{ operationId: 'operation-1', categoryId: 'category-1' }])
    fireEvent.pointerMove(grid, { clientX: x + 60, clientY: y + 49 })
    await waitFor(() => expect(asked).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText('…')).toBeNull())
    expect(screen.queryByText('#1050 becomes 2 d late')).toBeNull()
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    vi.restoreAllMocks()
  })

  it('is shown for a move by keys too, in the panel as well, and a refused question says nothing', async () => {
    const user = userEvent.setup()
    const effectOf = vi.fn().mockRejectedValueOnce(new Error('Two are running')).mockResolvedValue(effect)
    render(<Scene expandedAll load={{ effect: effectOf }} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(effectOf).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByText('…')).toBeNull())
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(screen.getAllByText('#1050 becomes 2 d late')).toHaveLength(2))
    await user.keyboard('{Escape}')
    expect(screen.queryByText('#1050 becomes 2 d late')).toBeNull()
  })
})

describe('the tip of a move', () => {
  it('lies over the line for the current time, which the bars do not', async () => {
    render(<Scene zoom="hours" expandedAll />)
    layOut({ left: 900, right: 1100 })
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 1000 })
    fireEvent.pointerMove(bar, { clientX: 1020 })
    const layer = (await screen.findByText(/of work later/)).closest('[data-tips]')
    // The order of the layers: bars, the line, the tree, tips.
    expect(layer?.className).toContain('z-dragged-bar')
    expect(layer?.parentElement?.closest('[data-scroller]')).toBe(layer?.parentElement?.parentElement)
    fireEvent.keyDown(window, { key: 'Escape' })
    vi.restoreAllMocks()
  })
})

describe('a bar held over closed time', () => {
  it('stays under the pointer and says when its work would start', async () => {
    const onWrite = vi.fn()
    const { container } = render(<Scene zoom="hours" expandedAll onWrite={onWrite} />)
    layOut({ left: 900, right: 1100 })
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 1000 })
    // Ten hours later it is midnight, and the shift begins at 6:00.
    fireEvent.pointerMove(bar, { clientX: 1200 })
    expect(await screen.findByText('Center 0 is closed then, starts Fri 11/20 6:00 AM')).toBeTruthy()
    const mover = container.querySelector<HTMLElement>('[data-mover]')
    expect(mover?.style.transform).toMatch(/^translate3d\(200px,0(px)?,0\)$/)
    fireEvent.pointerUp(bar, { clientX: 1200 })
    expect(onWrite).toHaveBeenCalledWith(expect.objectContaining({ startMs: at(4, 6) }))
    vi.restoreAllMocks()
  })
})

describe('several bars', () => {
  it('are picked with Ctrl or Shift and move together by the same working time, stored as one change', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll data={unlinked} onWrite={onWrite} />)
    const row = (name: RegExp) => screen.getByRole('row', { name })
    await user.click(row(/Weld frame/))
    await user.keyboard('{Control>}')
    await user.click(row(/Weld frame/))
    await user.click(row(/Bend brackets/))
    await user.keyboard('{/Control}')
    const picked = () => rows().filter((one) => one.getAttribute('aria-selected') === 'true').length
    expect(picked()).toBe(2)
    await user.keyboard('{Alt>}{ArrowRight>4/}{/Alt}')
    expect(screen.getAllByText('2 operations 1 h of work later').length).toBeGreaterThan(0)
    await user.keyboard('{Enter}')
    const [[stored]] = onWrite.mock.calls as [[Reschedule]]
    expect(stored).toMatchObject({ operationId: 'operation-3', startMs: at(4, 11), endMs: at(4, 13), followers: [] })
    expect(stored.others).toMatchObject([
      { operationId: 'operation-1', projectId: 'project-0', startMs: at(3, 15), endMs: at(3, 21) },
    ])
    // A click without Ctrl picks only one again.
    await user.click(row(/Paint topcoat/))
    expect(picked()).toBe(1)
    await user.keyboard('{Shift>}')
    await user.click(row(/Cut plates/))
    await user.keyboard('{/Shift}')
    expect(picked()).toBe(3)
  })

  it('are picked by keys, on the Timeline as well', async () => {
    const user = userEvent.setup()
    render(<Scene expandedAll />)
    await user.click(screen.getByRole('row', { name: /Paint topcoat/ }))
    await user.keyboard('{Control>} {/Control}')
    expect(screen.getByLabelText(/^Paint topcoat, Fri/).style.boxShadow).toContain('--primary')
    await user.keyboard('{Escape}')
    expect(screen.getByLabelText(/^Paint topcoat, Fri/).style.boxShadow).toBe('')
    cleanup()
    const { container } = render(<Scene view="timeline" />)
    screen.getByLabelText(/Weld frame, Thu/).focus()
    await user.keyboard('{Control>} {/Control}')
    expect(container.querySelectorAll('[data-picked]')).toHaveLength(1)
  })
})

describe('links', () => {
  const linked = (dependencies: string[], done: string) =>
    expect.objectContaining({ kind: 'fields', operationId: 'operation-2', fields: { dependencies }, done })
  const under = (name: RegExp | null) => {
    const bar = name && screen.getByRole('gridcell', { name })
    document.elementFromPoint = () => bar
  }
  const draw = async (to: RegExp | null) => {
    const from = screen.getByRole('gridcell', { name: /^Weld frame, Thu/ })
    fireEvent.pointerMove(from, { clientX: 100 })
    const handle = document.querySelector('[data-link-handle]')
    if (!handle) throw new Error('There is no handle')
    fireEvent.pointerDown(handle, { button: 0, clientX: 100 })
    under(to)
    fireEvent.pointerMove(window, { clientX: 300, clientY: 40 })
  }

  it('are drawn from the end of a bar to the bar that will wait, with a reason where that is not possible', async () => {
    const onWrite = vi.fn()
    render(<Scene expandedAll data={unlinked} onWrite={onWrite} />)
    await draw(/^Paint topcoat, Fri/)
    expect(screen.getByText('Paint topcoat will wait for Weld frame')).toBeTruthy()
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenCalledWith(linked(['operation-1'], 'Paint topcoat waits for Weld frame'))
    // Near the right edge of the window it is left of the pointer.
    const tip = (text: string) => screen.getByText(text)
    layOut({ left: 100, right: 200 })
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
    await draw(/^Paint topcoat, Fri/)
    expect(tip('Paint topcoat will wait for Weld frame').style.translate).toBe('0px')
    fireEvent.pointerMove(window, { clientX: 2900, clientY: 40 })
    expect(tip('Paint topcoat will wait for Weld frame').style.translate).toBe('-100%')
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    vi.restoreAllMocks()
    await draw(/^Bend brackets, Fri/)
    expect(screen.getByText('Only operations of one project can wait for each other')).toBeTruthy()
    fireEvent.pointerUp(window)
    await draw(/^Cut plates, Mon/)
    expect(screen.getByText('Cut plates is completed')).toBeTruthy()
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Cut plates is completed')).toBeNull()
  })

  it('are drawn by finger from the selected bar, because a finger does not hover', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('coarse'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const onWrite = vi.fn()
    render(<Scene expandedAll data={unlinked} onWrite={onWrite} />)
    fireEvent.click(screen.getByRole('row', { name: /Weld frame/ }))
    const handle = document.querySelector<HTMLElement>('[data-link-handle]')
    if (!handle) throw new Error('There is no handle')
    expect(Number.parseInt(handle.style.width, 10)).toBeGreaterThanOrEqual(24)
    fireEvent.pointerDown(handle, { button: 0, pointerType: 'touch', clientX: 100 })
    under(/^Paint topcoat, Fri/)
    fireEvent.pointerMove(window, { clientX: 300, clientY: 40, pointerType: 'touch' })
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenCalledWith(linked(['operation-1'], 'Paint topcoat waits for Weld frame'))
    vi.unstubAllGlobals()
  })

  it('are listed in the panel, which ends them and adds others by keyboard', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Paint topcoat/ }))
    const waits = within(screen.getByRole('region', { name: 'Waits for' }))
    expect(waits.getByRole('button', { name: 'Weld frame' })).toBeTruthy()
    await user.click(waits.getByRole('button', { name: 'Do not wait for Weld frame' }))
    const done = 'Paint topcoat no longer waits for Weld frame'
    expect(onWrite).toHaveBeenLastCalledWith(linked([], done))
    await user.selectOptions(waits.getByLabelText('Wait for another operation'), 'Cut plates')
    expect(onWrite).toHaveBeenLastCalledWith(
      linked(['operation-1', 'operation-0'], 'Paint topcoat waits for Cut plates'),
    )
  })
})

describe('marks by keys', () => {
  it('pin an operation and put it on hold, but not one that is completed', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    screen.getByRole('row', { name: /Weld frame/ }).focus()
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('ph')
    const marked = (fields: object) => [expect.objectContaining({ operationId: 'operation-1', version: 2, fields })]
    expect(onWrite.mock.calls).toEqual([marked({ pinned: true }), marked({ onHold: true })])
    await user.click(screen.getByRole('row', { name: /Cut plates/ }))
    await user.keyboard('p')
    expect(onWrite).toHaveBeenCalledTimes(2)
  })
})

describe('the unscheduled operations beside the Timeline', () => {
  const reasons = {
    reasons: [{ operationId: 'operation-4', reason: { code: 'noWorkingTime' as const, categoryId: 'category-0' } }],
    names: { 'category-0': 'Center 0' },
  }

  it('are listed with their reasons, found by words, and opened from the footer', async () => {
    const user = userEvent.setup()
    const onSearch = vi.fn()
    const { rerender } = render(<Scene view="timeline" onSearch={onSearch} />)
    await user.click(screen.getByRole('button', { name: '1 unscheduled' }))
    expect(onSearch).toHaveBeenCalledWith({ pool: true })
    rerender(<Scene view="timeline" pool onSearch={onSearch} data={withHours} unplacedReasons={reasons} />)
    const pool = within(screen.getByRole('complementary', { name: '1 unscheduled' }))
    const row = pool.getByRole('button', { name: /Assembly/ })
    expect(row.textContent).toBe('Assembly4 h#1032 Frame 1, Center 0Center 0 has no working time.')
    await user.type(pool.getByRole('searchbox'), 'weld')
    expect(pool.getByText('No operation matches.')).toBeTruthy()
    await user.clear(pool.getByRole('searchbox'))
    await user.click(pool.getByRole('button', { name: /Assembly/ }))
    expect(screen.getByLabelText('Schedule at')).toBeTruthy()
    await user.click(pool.getByRole('button', { name: 'Close panel' }))
    expect(onSearch).toHaveBeenLastCalledWith({ pool: undefined })
  })

  it('are dragged to a lane, where the tip says when they would start', async () => {
    const onWrite = vi.fn()
    const two = { ...withHours, categories: fixturePlan({ projects: [], capacities: [1, 1] }).categories }
    const scene = { data: two, pool: true, onWrite }
    render(<Scene view="timeline" zoom="hours" {...scene} />)
    const grid = screen.getByRole('grid', { name: 'Schedule by work center' })
    const row = screen.getByRole('button', { name: /Assembly/ })
    layOut({ left: 0, right: 100 })
    const over = (element: Element | null) => {
      document.elementFromPoint = () => element
    }
    const press = () => fireEvent.pointerDown(row, { button: 0, clientX: 0, clientY: 0 })
    press()
    over(document.body)
    fireEvent.pointerMove(window, { clientX: 300, clientY: 10 })
    expect(screen.getByText('Drop it on a lane')).toBeTruthy()
    over(grid)
    fireEvent.pointerMove(window, { clientX: 300, clientY: 10 })
    expect(screen.queryByText('Drop it on a lane')).toBeNull()
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenCalledWith(expect.objectContaining({ operationId: 'operation-4' }))
    const [[stored]] = onWrite.mock.calls as [[Reschedule]]
    expect(stored.endMs - stored.startMs).toBeGreaterThanOrEqual(4 * hourMs)
    // The lane of another work center is asked for, and a drop elsewhere or Escape stores nothing.
    press()
    fireEvent.pointerMove(window, { clientX: 300, clientY: 60 })
    expect(screen.getByText('At Center 1, if it may run there')).toBeTruthy()
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'moveToCenter', categoryId: 'category-1', centerName: 'Center 1' }),
    )
    press()
    fireEvent.pointerMove(window, { clientX: 300, clientY: 10 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect(onWrite).toHaveBeenCalledTimes(2)
    vi.restoreAllMocks()
  })
})
