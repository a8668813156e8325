import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { at, Scene, scenePlan, stored } from '#testing/schedule/scene-fixture.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The same plan, but its unscheduled operation takes four hours. */
const withHours = {
  ...scenePlan,
  operations: { ...scenePlan.operations, durationHours: scenePlan.operations.durationHours.with(4, 4) },
}

describe('the side panel', () => {
  it.each(['gantt', 'timeline'] as const)(
    'leaves the selected bar visible (%s), even when keys move it',
    async (view) => {
      const user = userEvent.setup()
      // The panel takes 304 px of the schedule's 1,500 px.
      const widthOf = () => (document.querySelector('aside') ? 1196 : 1500)
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(widthOf)
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
      render(<Scene view={view} zoom="hours" expandedAll />)
      const scroller = document.querySelector<HTMLElement>('[data-scroller]')
      const bar = () => screen.getByLabelText(/Weld frame, Thu/)
      const fixed = Number(scroller?.dataset.fixed)
      /** Position of a bar of the surface, in px of the visible time. */
      const rightOf = (px: number) => px - (scroller?.scrollLeft ?? 0)
      const surfaceX = () =>
        Number(
          /translate3d\(([\d.]+)px/.exec(
            bar().closest<HTMLElement>('[style*=translate3d]')?.style.transform ?? '',
          )?.[1] ?? 0,
        ) - fixed
      const end = () => surfaceX() + Number.parseFloat(bar().style.left) + Number.parseFloat(bar().style.width)
      // So far to the right that only the panel hides it.
      if (scroller) scroller.scrollLeft = end() + 20 - (1500 - fixed)
      expect(rightOf(end())).toBeGreaterThan(1196 - fixed)
      bar().focus()
      await user.keyboard('{Enter}')
      expect(document.querySelector('aside')).toBeTruthy()
      expect(rightOf(end())).toBeLessThan(1196 - fixed)
      bar().focus()
      await user.keyboard('{Alt>}{ArrowRight>40/}{/Alt}')
      const mover = document.querySelector<HTMLElement>('[data-mover]')
      const moved = end() + Number(/translate3d\((-?[\d.]+)px/.exec(mover?.style.transform ?? '')?.[1])
      expect(rightOf(moved)).toBeLessThan(1196 - fixed)
      vi.restoreAllMocks()
    },
  )

  it('changes the hours and the progress of an operation, and sends only what has changed', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    const hours = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Hours/ })
    expect(hours.value).toBe('6')
    await user.clear(hours)
    await user.type(hours, '7.5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(onWrite.mock.calls).toMatchObject([[{ operationId: 'operation-1', fields: { durationHours: 7.5 } }]]),
    )
    const progress = screen.getByRole('spinbutton', { name: /Progress/ })
    await user.clear(progress)
    await user.type(progress, '130')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/100/)).toBeTruthy()
    expect(onWrite).toHaveBeenCalledTimes(1)
  })

  it('shows the reasons for the start, accepts a typed start, and links to the operations that wait', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    expect(await screen.findByText('Project may start')).toBeTruthy()
    const start = screen.getByLabelText<HTMLInputElement>('Start')
    expect(start.value).toBe('2026-11-19T14:00')
    await user.clear(start)
    await user.type(start, '2026-11-21T23:00')
    await user.click(screen.getByRole('button', { name: 'Move' }))
    // The work center is closed at 23:00, so the operation starts when the shift opens.
    await waitFor(() =>
      expect(onWrite).toHaveBeenCalledWith(
        expect.objectContaining({ startMs: at(6, 6), endMs: at(6, 12), operationId: 'operation-1' }),
      ),
    )
    await user.click(screen.getByRole('button', { name: /Paint topcoat/ }))
    expect(screen.getByRole('heading', { name: 'Paint topcoat' })).toBeTruthy()
  })
})

describe('closing the side panel', () => {
  const panel = () => screen.queryByRole('complementary')
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

  it.each(['gantt', 'timeline'] as const)(
    'by Escape or its button returns the focus to the bar that opened it (%s)',
    async (view) => {
      const user = userEvent.setup()
      render(<Scene view={view} expandedAll />)
      const bar = screen.getByLabelText(/Weld frame, Thu/)
      bar.focus()
      await user.keyboard('{Enter}')
      expect(panel()).toBeTruthy()
      await user.keyboard('{Escape}')
      expect(panel()).toBeNull()
      expect(document.activeElement).toBe(bar)
      for (const leave of [
        () => user.click(screen.getByRole('button', { name: 'Close panel' })),
        () => user.type(screen.getByLabelText('Start'), '{Escape}'),
        () => user.keyboard('{Escape}'),
      ]) {
        bar.focus()
        await user.keyboard('{Enter}')
        screen.getByRole('button', { name: 'Close panel' }).focus()
        await leave()
        expect(panel()).toBeNull()
        expect(focused()).toMatch(/Weld frame, Thu/)
      }
    },
  )

  it('takes a second Escape if the first one cancels a move, a picked operation or a selected dependency', async () => {
    const user = userEvent.setup()
    render(<Scene expandedAll />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    for (const begun of ['{Alt>}{ArrowRight}{/Alt}', '{Control>} {/Control}', 'l']) {
      await user.keyboard(begun)
      await user.keyboard('{Escape}')
      expect(panel(), begun).toBeTruthy()
    }
    await user.keyboard('{Escape}')
    expect(panel()).toBeNull()
    await user.keyboard('{Escape}')
    expect(focused()).toContain('Weld frame')
  })
})

it('leaves the focus in the schedule when an undone run leaves nothing scheduled', () => {
  const { rerender } = render(<Scene expandedAll />)
  const bar = screen.getByLabelText(/Weld frame, Thu/)
  bar.focus()
  const operations = { ...scenePlan.operations, flags: scenePlan.operations.flags.map(() => operationFlag.unplaced) }
  rerender(<Scene expandedAll data={{ ...scenePlan, operations }} />)
  expect(screen.getByText('Nothing is scheduled yet')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Schedule' }))
})

describe('the reasons for a placement', () => {
  it('are loaded again when another plan arrives, for example after a run was undone', async () => {
    const because = (code: 'release' | 'pinned') => async (id: string) => ({
      ...stored(id),
      placement: { ...stored(id).placement, factors: [{ code, at: at(3, 14), binding: true }] },
    })
    let reason: 'release' | 'pinned' = 'release'
    const load = { placement: (id: string) => because(reason)(id) }
    const { rerender } = render(<Scene expandedAll load={load} />)
    await userEvent.click(screen.getByRole('row', { name: /Weld frame/ }))
    expect(await screen.findByText('Project may start')).toBeTruthy()
    reason = 'pinned'
    rerender(<Scene expandedAll load={load} data={{ ...scenePlan }} />)
    expect(await screen.findByText(/^Pinned/)).toBeTruthy()
    expect(screen.queryByText('Project may start')).toBeNull()
  })
})

describe('the reasons in the panel', () => {
  const show = async (name: RegExp, placement: (id: string) => Promise<ReturnType<typeof stored>>) => {
    render(<Scene expandedAll load={{ placement: placement as never }} />)
    await userEvent.click(screen.getByRole('row', { name }))
  }
  const none = 'No reason recorded yet. Run the scheduler to see one.'
  const failed = 'The reasons could not be loaded.'

  it('are titled "Why then" with the start of scheduled work, and "Why not scheduled" for other work', async () => {
    const unplaced = { code: 'onHold' as const }
    const of = async (id: string) => ({ ...stored(id), placement: { factors: [], unplaced, warnings: [] } }) as never
    await show(/Assembly/, of)
    expect(screen.getByRole('heading', { name: 'Why not scheduled' })).toBeTruthy()
    expect(await screen.findByText(/^On hold: /)).toBeTruthy()
    expect(screen.queryByText(none)).toBeNull()
    await userEvent.click(screen.getByRole('row', { name: /Weld frame/ }))
    expect(screen.getByRole('heading', { name: /^Why then\s*Thu 11\/19 2:00 PM$/ })).toBeTruthy()
  })

  it('report when they are loading, missing, or could not be loaded', async () => {
    await show(/Weld frame/, () => new Promise(() => {}))
    expect(screen.getByRole('status', { name: 'Loading reasons' })).toBeTruthy()
    expect([screen.queryByText(none), screen.queryByText(failed)]).toEqual([null, null])
    cleanup()
    await show(/Weld frame/, async (id) => ({ ...stored(id), placement: { ...stored(id).placement, factors: [] } }))
    expect(await screen.findByText(none)).toBeTruthy()
    expect(screen.queryByRole('status', { name: 'Loading reasons' })).toBeNull()
    cleanup()
    await show(/Weld frame/, () => Promise.reject(new Error('The server is away')))
    expect(await screen.findByText(failed)).toBeTruthy()
    expect(screen.queryByText(none)).toBeNull()
  })

  it('mark only the one that determined the start', async () => {
    const factors = [
      { code: 'closed', at: at(3, 14), binding: true, holiday: null },
      { code: 'release', at: at(0, 6), binding: false },
    ]
    await show(/Weld frame/, (async (id: string) => ({
      ...stored(id),
      placement: { factors, unplaced: null, warnings: [] },
    })) as never)
    const reasons = [...((await screen.findByText('Project may start')).closest('ul')?.children ?? [])]
    expect(reasons.map((reason) => reason.querySelector('.font-semibold')?.textContent)).toEqual([undefined, 'Closed'])
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Mon 11/16 6:00 AM'),
      expect.stringContaining('outside working hoursThu 11/19 2:00 PM'),
    ])
  })
})

describe('unscheduled work', () => {
  it('can be given a start in the panel', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} data={withHours} />)
    await user.click(screen.getByRole('row', { name: /Assembly/ }))
    const start = screen.getByLabelText<HTMLInputElement>('Schedule at')
    expect(start.value).toBe('')
    await user.type(start, '2026-11-20T23:00')
    expect(screen.getAllByText('4 h of work')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    // The work center is closed at 23:00.
    await waitFor(() =>
      expect(onWrite).toHaveBeenCalledWith(
        expect.objectContaining({ operationId: 'operation-4', startMs: at(5, 6), endMs: at(5, 10) }),
      ),
    )
  })
})
