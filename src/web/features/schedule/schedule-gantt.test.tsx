import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { valueAt } from '#domain/value-at.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import {
  at,
  lateRows,
  monday,
  open,
  refused,
  rowTexts,
  Scene,
  scenePage,
  scenePlan,
  span,
} from '#testing/schedule/scene-fixture.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dates = (day: number, from: number, to: number, durationHours: number) => ({
  scheduledStartDate: new Date(at(day, from)).toISOString(),
  scheduledEndDate: new Date(at(day, to)).toISOString(),
  durationHours,
})

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')

const collapsedRows = ['#1032Frame 1Fri 11/201 d late', '#1031Frame 0Fri 11/200 d slack']

describe('the Gantt', () => {
  it('lists projects by ship date with their lateness, and initially expands only the late ones', async () => {
    render(<Scene />)
    expect(rowTexts()).toEqual([...lateRows, '#1031Frame 0Fri 11/200 d slack'])
    // What the reader has collapsed stays collapsed when new data arrives.
    await userEvent.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(rowTexts()).toEqual(collapsedRows)
    cleanup()
    render(<Scene show="late" />)
    expect(rowTexts()).toEqual(lateRows)
  })

  it('draws the bar of a late project red after its ship date, but not the bar of another project', () => {
    const { container } = render(<Scene />)
    const spans = [...container.querySelectorAll('svg.h-4')].map((svg) =>
      [...svg.querySelectorAll('path')]
        .filter((path) => /^M-?\d+ 5h\d+v6/.test(path.getAttribute('d') ?? ''))
        .map((path) => path.getAttribute('class')),
    )
    // The late project begins after its ship date.
    expect(spans).toEqual([['fill-crit'], ['fill-bar-sum']])
  })

  it('expands and collapses projects with the arrow keys', async () => {
    const user = userEvent.setup()
    render(<Scene />)
    rows()[0]?.focus()
    await user.keyboard('{ArrowLeft}')
    expect(rowTexts()).toEqual(collapsedRows)
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('3')
    rows()[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    const frame = screen.getByRole('row', { name: /Frame 0/ })
    expect(frame.getAttribute('aria-expanded')).toBe('true')
    expect(frame.getAttribute('aria-level')).toBe('1')
    expect(screen.getByRole('row', { name: /Cut plates/ }).getAttribute('aria-level')).toBe('2')
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Weld frame')
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Weld frame, Thu 11/19 2:00 PM to Thu 11/19 8:00 PM, Center 0, planned',
    )
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(screen.getByRole('row', { name: /Frame 0/ }).getAttribute('aria-expanded')).toBe('false')
    expect(rows().filter((row) => row.tabIndex === 0)).toHaveLength(1)
  })

  it('marks the bar of an operation with a warning by an icon and in its label, as the Timeline does', () => {
    const pin = { ...span(3, 14, 20), name: 'Weld frame', flags: operationFlag.warned | operationFlag.pinned }
    const data = fixturePlan({
      projects: [[{ ...span(0, 6, 10), name: 'Cut plates' }, pin]],
      open,
      from: monday,
      to: at(21, 0),
      now: at(2, 10),
    })
    const { container, unmount } = render(<Scene data={data} expandedAll />)
    const words = () => screen.getByLabelText(/Weld frame, Thu/).getAttribute('aria-label')
    expect(words()).toMatch(/, pinned, has a warning$/)
    expect(screen.getByLabelText(/Cut plates, Mon/).getAttribute('aria-label')).not.toContain('warning')
    const marks = [...container.querySelectorAll('[data-warning]')]
    expect(marks.map((mark) => mark.parentElement?.getAttribute('aria-label'))).toEqual([words()])
    unmount()
    const timeline = render(<Scene data={data} view="timeline" />)
    expect(words()).toMatch(/has a warning$/)
    expect(timeline.container.querySelector('[data-warnings]')?.getAttribute('d')?.match(/M/g)).toHaveLength(1)
  })

  it('moves a bar and its followers by keys: Enter stores the previewed working time, Escape cancels', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    screen.getByRole('row', { name: /Weld frame/ }).focus()
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(screen.getByText('If moved here')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('If moved here')).toBeNull()
    await user.keyboard('{Alt>}{ArrowRight>9/}{/Alt}{Enter}')
    // Nine quarter hours later, the operation runs from 16:15 to 22:00 and for its last quarter hour on Friday morning.
    await waitFor(() => expect(onWrite).toHaveBeenCalledTimes(1))
    expect(onWrite).toHaveBeenCalledWith({
      kind: 'move',
      operationId: 'operation-1',
      projectId: 'project-0',
      version: 2,
      startMs: at(3, 16.25),
      endMs: at(4, 6.25),
      was: dates(3, 14, 20, 6),
      followers: [
        {
          operationId: 'operation-2',
          projectId: 'project-0',
          version: 3,
          startMs: at(4, 6.25),
          endMs: at(4, 9.25),
          was: dates(4, 6, 9, 3),
        },
      ],
    })
  })

  it('drags the pressed bar even when a new plan arrives, and shows that plan after the drop', async () => {
    const onWrite = vi.fn()
    const { rerender } = render(<Scene expandedAll onWrite={onWrite} />)
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19 2:00 PM/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 100 })
    const names = scenePlan.operations.names.with(0, 'Saw plates')
    rerender(
      <Scene expandedAll onWrite={onWrite} data={{ ...scenePlan, operations: { ...scenePlan.operations, names } }} />,
    )
    fireEvent.pointerMove(bar, { clientX: 160 })
    expect(await screen.findByText(/move alone/)).toBeTruthy()
    fireEvent.pointerUp(bar, { clientX: 160 })
    await waitFor(() => expect(onWrite).toHaveBeenCalledTimes(1))
    expect(await screen.findByRole('row', { name: /Saw plates/ })).toBeTruthy()
  })

  it('prevents text selection only while a bar is dragged', () => {
    render(<Scene expandedAll />)
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19 2:00 PM/ })
    const maySelect = () => fireEvent(bar, new Event('selectstart', { bubbles: true, cancelable: true }))
    expect(maySelect()).toBe(true)
    fireEvent.pointerDown(bar, { button: 0, clientX: 100 })
    expect(maySelect()).toBe(false)
    fireEvent.pointerMove(bar, { clientX: 160 })
    expect(maySelect()).toBe(false)
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(maySelect()).toBe(true)
  })

  it('lets neither panel nor keys move a completed operation, or one that the reader may not plan', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    const { rerender } = render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Cut plates/ }))
    expect(screen.queryByLabelText('Start')).toBeNull()
    rerender(<Scene expandedAll refusals={refused} onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('Start').readOnly).toBe(true)
    expect(onWrite).not.toHaveBeenCalled()
  })
})

describe('the menu of ways to schedule', () => {
  it('offers the project of the selected operation, and the listed projects', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    const choose = async (name: RegExp) => {
      await user.click(screen.getByRole('button', { name: 'More ways to schedule' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    render(<Scene onOpen={onOpen} show="late" />)
    // Nothing is selected yet, so this does nothing.
    await choose(/Schedule one project/)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('row', { name: /Bend brackets/ }))
    await choose(/Schedule #1032/)
    await choose(/Schedule the 1 listed project/)
    const some = { kind: 'runSome', operationIds: ['operation-3'] }
    expect(onOpen.mock.calls).toEqual([[some], [some]])
  })
})

describe('the schedule', () => {
  it('shows the next step if it is empty, and a skeleton while it loads', async () => {
    const onOpen = vi.fn()
    const { rerender } = render(<Scene data={fixturePlan({ projects: [[{}]] })} onOpen={onOpen} />)
    expect(screen.getByText('Nothing is scheduled yet')).toBeTruthy()
    await userEvent.click(valueAt(screen.getAllByRole('button', { name: 'Schedule all' }), 0))
    expect(onOpen.mock.calls).toEqual([[{ kind: 'runAll' }]])
    // Without open operations a run has nothing to schedule and is not offered.
    rerender(
      <Scene data={fixturePlan({ projects: [[]] })} onOpen={onOpen} slots={{ firstStep: <a href="/x">Projects</a> }} />,
    )
    expect(screen.getByRole('link', { name: 'Projects' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Schedule all' })).toBeNull()
    rerender(<Scene data={undefined} />)
    expect(screen.getByRole('status', { name: 'Loading the schedule' })).toBeTruthy()
  })

  it('counts scheduled operations and zooms by keys', async () => {
    const onSearch = vi.fn()
    render(<Scene zoom="weeks" onSearch={onSearch} />)
    expect(screen.getByText(/3 open operations in 2 projects scheduled/).textContent).toContain('1 unscheduled')
    rows()[0]?.focus()
    await userEvent.keyboard('+-')
    expect(onSearch.mock.calls).toEqual([[{ zoom: 'days', stretch: 1 }], [{ zoom: 'months', stretch: 1 }]])
  })

  it('becomes a list on narrow screens', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    render(<Scene expandedAll />)
    expect(screen.queryByRole('treegrid')).toBeNull()
    expect(screen.getByRole('button', { name: /Weld frame.*Thu 11\/19 2:00 PM to 8:00 PM/ })).toBeTruthy()
  })

  it('leaves projects expanded when new data arrives', async () => {
    const { rerender } = render(<Scene />)
    await userEvent.click(screen.getByRole('row', { name: /Frame 0/ }))
    rerender(<Scene data={structuredClone(scenePlan)} />)
    expect(screen.getByRole('row', { name: /Weld frame/ })).toBeTruthy()
  })

  it('does not change while a bar is being moved, and shows newer data after the drop', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    const { rerender } = render(<Scene expandedAll onWrite={onWrite} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight>4/}{/Alt}')

    const theirs = structuredClone(scenePlan)
    theirs.projects.names[0] = 'Renamed by a colleague'
    theirs.operations.versions[1] = 9
    rerender(<Scene expandedAll onWrite={onWrite} data={theirs} />)
    expect(screen.getByText('If moved here')).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Renamed by a colleague/ })).toBeNull()

    await user.keyboard('{Enter}')
    // The version that was on screen is sent, so that the server detects the colleague's change of the same operation.
    expect(onWrite).toHaveBeenCalledWith(expect.objectContaining({ version: 2, was: dates(3, 14, 20, 6) }))
    expect(await screen.findByRole('row', { name: /Renamed by a colleague/ })).toBeTruthy()
    expect(screen.queryByText('If moved here')).toBeNull()
  })

  it.each([
    // Monday: (6 + 3 + 2) h in 12 h today and 4 days of 16 h. Friday: 6 h until Thursday night in 12 h and 16 h.
    ['Monday', 1, '14 %'],
    ['Friday', 5, '21 %'],
  ])('shows the load of the rest of the week when weeks begin on %s', (_, weekStartsOn, load) => {
    render(<Scene view="timeline" reader={{ ...scenePage.reader, weekStartsOn }} />)
    expect(screen.getByText(/^This week/).textContent).toBe(`This week ${load}`)
    expect(screen.getByRole('rowheader', { name: `Center 0, Capacity 1, this week ${load}` })).toBeTruthy()
  })

  it('shows unfinished past work as backlog beside the load of the week, not in it', () => {
    // Backlog: 4 h that should have been done yesterday, and 5 of 6 h that do not fit between now and the planned end.
    const behind = fixturePlan({
      projects: [[{ ...span(1, 8, 12), name: 'Saw' }, { ...span(2, 5, 11), name: 'Drill' }, span(3, 6, 17)]],
      open,
      from: monday,
      to: at(21, 0),
      now: at(2, 10),
    })
    render(<Scene view="timeline" data={behind} />)
    expect(screen.getByText(/^This week/).textContent).toBe('This week 16 %, backlog 9 h')
    const head = 'Center 0, Capacity 1, this week 16 %, backlog 9 h'
    expect(screen.getByRole('rowheader', { name: head })).toBeTruthy()
  })

  it('paints the time in which one of two stations is available, and describes it to screen readers', () => {
    const pair = fixturePlan({
      projects: [[{ ...span(1, 8, 12), name: 'Saw' }]],
      open,
      capacities: [2],
      capacitySpans: [{ name: 'One', categoryId: 'category-0', units: 1, startMs: at(3, 0), endMs: at(4, 12) }],
      from: monday,
      to: at(21, 0),
    })
    const { container } = render(<Scene view="timeline" data={pair} />)
    expect(container.querySelectorAll('[data-capacity]')).toHaveLength(1)
    expect(screen.getByText('Capacity 2')).toBeTruthy()
    const said = 'Center 0, Capacity 2, 1 of 2 available from Thu 11/19 12:00 AM to Fri 11/20 12:00 PM, this week'
    expect(screen.getByRole('rowheader', { name: (name) => name.startsWith(said) })).toBeTruthy()
  })

  it.each(['gantt', 'timeline'] as const)('has no accessibility violations as %s', async (view) => {
    const { container } = render(<Scene view={view} expandedAll />)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})
