import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { valueAt } from '#domain/value-at.ts'
import { fixturePlan } from './model/plan-fixture.ts'
import { noFilter, usualLook } from './model/schedule-choices.ts'
import { hourMs } from './model/units.ts'
import { type OperationActions, OperationPanel } from './panel/operation-panel.tsx'
import { ScheduleGantt, type ScheduleGanttProps } from './schedule-gantt.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Monday 11/16/2026 in Chicago, open 06:00 to 22:00 for three weeks.
const monday = Date.UTC(2026, 10, 16, 6)
const open = Array.from({ length: 21 }, (_, day) => [
  monday + (day * 24 + 6) * hourMs,
  monday + (day * 24 + 22) * hourMs,
]).flat()
const at = (day: number, hour: number) => monday + (day * 24 + hour) * hourMs
const dates = (day: number, from: number, to: number, durationHours: number) => ({
  scheduledStartDate: new Date(at(day, from)).toISOString(),
  scheduledEndDate: new Date(at(day, to)).toISOString(),
  durationHours,
})
const span = (day: number, from: number, to: number) => ({ startMs: at(day, from), endMs: at(day, to) })

const plan = fixturePlan({
  projects: [
    [
      { ...span(0, 6, 10), name: 'Cut plates', flags: operationFlag.completed, progress: 100 },
      { ...span(3, 14, 20), name: 'Weld frame' },
      { ...span(4, 6, 9), name: 'Paint topcoat' },
    ],
    [
      { ...span(4, 10, 12), name: 'Bend brackets' },
      { name: 'Assembly', flags: operationFlag.unplaced },
    ],
  ],
  dueMs: [at(4, 24), at(3, 24)],
  states: ['onTime', 'late'],
  latenessDays: [0, 1],
  links: [
    [0, 1],
    [1, 2],
  ],
  open,
  from: monday,
  to: at(21, 0),
  now: at(2, 10),
})

/** The same plan, but its last operation waits for nothing. */
const unlinked = { ...plan, links: fixturePlan({ projects: [], links: [[0, 1]] }).links }

/** The same plan, but its unscheduled operation takes four hours. */
const withHours = {
  ...plan,
  operations: { ...plan.operations, durationHours: plan.operations.durationHours.with(4, 4) },
}

const stored = (operationId: string) => ({
  operationId,
  projectId: 'project-0',
  names: {},
  projectIds: {},
  placement: { factors: [{ code: 'release' as const, at: at(3, 14), binding: true }], unplaced: null, warnings: [] },
})

function GanttScene({ panel, ...props }: Partial<ScheduleGanttProps> & { panel?: OperationActions }) {
  const [selected, setSelected] = useState<string | null>(null)
  const [load] = useState(() => async (id: string) => stored(id))
  return (
    <ScheduleGantt
      data={plan}
      view="gantt"
      zoom="days"
      selectedOperationId={selected}
      canEdit
      nowMs={plan.now}
      format={{ zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }}
      onView={() => {}}
      onZoom={() => {}}
      onSelect={setSelected}
      onReschedule={() => {}}
      loadPlacement={load}
      panelOf={(operation) => <OperationPanel operation={operation} actions={{ ...props, ...panel }} />}
      {...props}
    />
  )
}

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')
const names = () => rows().map((row) => row.textContent)

const lateRows = ['#1032Frame 1Fri 11/201 d late', 'Bend bracketsFri 11/20', 'Assembly—Not scheduled']
const collapsedRows = ['#1032Frame 1Fri 11/201 d late', '#1031Frame 0Fri 11/200 d slack']

describe('the Gantt', () => {
  it('lists projects by ship date with their lateness, and only the late ones are expanded at first', async () => {
    render(<GanttScene />)
    expect(names()).toEqual([...lateRows, '#1031Frame 0Fri 11/200 d slack'])
    // What the reader has collapsed stays so when other data arrives.
    await userEvent.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(names()).toEqual(collapsedRows)
    cleanup()
    render(<GanttScene filter={{ ...noFilter, show: 'late' }} onFilter={() => {}} />)
    expect(names()).toEqual(lateRows)
  })

  it('expands and collapses projects with the arrow keys', async () => {
    const user = userEvent.setup()
    render(<GanttScene />)
    rows()[0]?.focus()
    await user.keyboard('{ArrowLeft}')
    expect(names()).toEqual(collapsedRows)
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

  it('marks the bar of an operation with a warning by a sign and in its label, as the Timeline does', () => {
    const pin = { ...span(3, 14, 20), name: 'Weld frame', flags: operationFlag.warned | operationFlag.pinned }
    const data = fixturePlan({
      projects: [[{ ...span(0, 6, 10), name: 'Cut plates' }, pin]],
      ...{ open, from: monday, to: at(21, 0), now: at(2, 10) },
    })
    const { container, unmount } = render(<GanttScene data={data} expandedAll />)
    const words = () => screen.getByLabelText(/Weld frame, Thu/).getAttribute('aria-label')
    expect(words()).toMatch(/, pinned, has a warning$/)
    expect(screen.getByLabelText(/Cut plates, Mon/).getAttribute('aria-label')).not.toContain('warning')
    const marks = [...container.querySelectorAll('[data-warning]')]
    expect(marks.map((mark) => mark.parentElement?.getAttribute('aria-label'))).toEqual([words()])
    unmount()
    const timeline = render(<GanttScene data={data} view="timeline" />)
    expect(words()).toMatch(/has a warning$/)
    expect(timeline.container.querySelector('[data-warnings]')?.getAttribute('d')?.match(/M/g)).toHaveLength(1)
  })

  it('moves a bar and its followers by keys: Enter stores the previewed working time, Escape cancels', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    render(<GanttScene expandedAll onReschedule={onReschedule} />)
    screen.getByRole('row', { name: /Weld frame/ }).focus()
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(screen.getByText('If moved here')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('If moved here')).toBeNull()
    await user.keyboard('{Alt>}{ArrowRight>9/}{/Alt}{Enter}')
    // Nine quarter hours later, the operation runs from 16:15 to 22:00 and for its last quarter hour on Friday morning.
    await waitFor(() => expect(onReschedule).toHaveBeenCalledTimes(1))
    expect(onReschedule).toHaveBeenCalledWith({
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
    const onReschedule = vi.fn()
    const { rerender } = render(<GanttScene expandedAll onReschedule={onReschedule} />)
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19 2:00 PM/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 100 })
    const names = plan.operations.names.with(0, 'Saw plates')
    rerender(
      <GanttScene
        expandedAll
        onReschedule={onReschedule}
        data={{ ...plan, operations: { ...plan.operations, names } }}
      />,
    )
    fireEvent.pointerMove(bar, { clientX: 160 })
    expect(await screen.findByText(/move alone/)).toBeTruthy()
    fireEvent.pointerUp(bar, { clientX: 160 })
    await waitFor(() => expect(onReschedule).toHaveBeenCalledTimes(1))
    expect(await screen.findByRole('row', { name: /Saw plates/ })).toBeTruthy()
  })

  it('prevents text selection only while a bar is dragged', () => {
    render(<GanttScene expandedAll />)
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

  it('refuses to move a completed operation, and any operation when read-only', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    const { rerender } = render(<GanttScene expandedAll onReschedule={onReschedule} />)
    await user.click(screen.getByRole('row', { name: /Cut plates/ }))
    expect(screen.queryByLabelText('Start')).toBeNull()
    rerender(<GanttScene expandedAll canEdit={false} onReschedule={onReschedule} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}')
    expect(screen.queryByLabelText('Start')).toBeNull()
    expect(onReschedule).not.toHaveBeenCalled()
  })
})

/** In the test environment nothing is laid out: bars get this box, everything else a large one. */
const layOut = ({ left, right }: { left: number; right: number }) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [from, to] = this.dataset.operation === undefined ? [0, 3000] : [left, right]
    return new DOMRect(from, 0, to - from, 20)
  })

describe('the duration of a bar', () => {
  const change = (startHour: number, endHour: number, durationHours: number) =>
    expect.objectContaining({
      operationId: 'operation-1',
      startMs: at(3, startHour),
      endMs: at(3, endHour),
      durationHours,
    })

  it('changes by dragging an edge: the right one keeps the start, the left one the end', async () => {
    const onReschedule = vi.fn()
    render(<GanttScene zoom="hours" expandedAll onReschedule={onReschedule} />)
    const bar = () => screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    // The bar is from 2:00 PM to 8:00 PM, and an hour has 20 px.
    layOut({ left: 1000, right: 1120 })
    fireEvent.pointerDown(bar(), { button: 0, clientX: 1118 })
    fireEvent.pointerMove(bar(), { clientX: 1118 - 40 })
    expect(await screen.findByText('4 h of work instead of 6 h')).toBeTruthy()
    fireEvent.pointerUp(bar(), { clientX: 1118 - 40 })
    expect(onReschedule).toHaveBeenLastCalledWith(change(14, 18, 4))
    fireEvent.pointerDown(bar(), { button: 0, clientX: 1002 })
    fireEvent.pointerMove(bar(), { clientX: 1002 - 20 })
    expect(await screen.findByText(/^7 h of work instead of 6 h/)).toBeTruthy()
    fireEvent.pointerUp(bar(), { clientX: 1002 - 20 })
    expect(onReschedule).toHaveBeenLastCalledWith(change(13, 20, 7))
    vi.restoreAllMocks()
  })

  it('changes by keys, with the followers, and says so', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    render(<GanttScene expandedAll onReschedule={onReschedule} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowUp>12/}{/Alt}')
    expect(screen.getAllByText('9 h of work instead of 6 h, 1 more follows')).toHaveLength(2)
    await user.keyboard('{Enter}')
    const [[stored]] = onReschedule.mock.calls as [[Parameters<ScheduleGanttProps['onReschedule']>[0]]]
    // Two hours until the shift ends at 22:00, the third from 6:00 on.
    expect(stored).toMatchObject({ startMs: at(3, 14), endMs: at(4, 7), durationHours: 9 })
    expect(stored.followers).toMatchObject([{ operationId: 'operation-2', startMs: at(4, 7), endMs: at(4, 10) }])
  })
})

describe('a bar held over closed time', () => {
  it('stays under the pointer and says when its work would start', async () => {
    const onReschedule = vi.fn()
    const { container } = render(<GanttScene zoom="hours" expandedAll onReschedule={onReschedule} />)
    layOut({ left: 900, right: 1100 })
    const bar = screen.getByRole('gridcell', { name: /^Weld frame, Thu 11\/19/ })
    fireEvent.pointerDown(bar, { button: 0, clientX: 1000 })
    // Ten hours later it is midnight, and the shift begins at 6:00.
    fireEvent.pointerMove(bar, { clientX: 1200 })
    expect(await screen.findByText('Center 0 is closed then, starts Fri 11/20 6:00 AM')).toBeTruthy()
    const mover = container.querySelector<HTMLElement>('[data-mover]')
    expect(mover?.style.transform).toMatch(/^translate3d\(200px,0(px)?,0\)$/)
    fireEvent.pointerUp(bar, { clientX: 1200 })
    expect(onReschedule).toHaveBeenCalledWith(expect.objectContaining({ startMs: at(4, 6) }))
    vi.restoreAllMocks()
  })
})

describe('several bars', () => {
  it('are picked with Ctrl or Shift and move together by the same working time, stored as one change', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    render(<GanttScene expandedAll data={unlinked} onReschedule={onReschedule} />)
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
    const [[stored]] = onReschedule.mock.calls as [[Parameters<ScheduleGanttProps['onReschedule']>[0]]]
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
    render(<GanttScene expandedAll />)
    await user.click(screen.getByRole('row', { name: /Paint topcoat/ }))
    await user.keyboard('{Control>} {/Control}')
    expect(screen.getByLabelText(/^Paint topcoat, Fri/).style.boxShadow).toContain('--primary')
    await user.keyboard('{Escape}')
    expect(screen.getByLabelText(/^Paint topcoat, Fri/).style.boxShadow).toBe('')
    cleanup()
    const { container } = render(<GanttScene view="timeline" />)
    screen.getByLabelText(/Weld frame, Thu/).focus()
    await user.keyboard('{Control>} {/Control}')
    expect(container.querySelectorAll('[data-picked]')).toHaveLength(1)
  })
})

describe('links', () => {
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
    const onPredecessors = vi.fn()
    render(<GanttScene expandedAll data={unlinked} onPredecessors={onPredecessors} />)
    await draw(/^Paint topcoat, Fri/)
    expect(screen.getByText('Paint topcoat will wait for Weld frame')).toBeTruthy()
    fireEvent.pointerUp(window)
    expect(onPredecessors).toHaveBeenCalledWith('operation-2', ['operation-1'], 'Paint topcoat waits for Weld frame')
    await draw(/^Bend brackets, Fri/)
    expect(screen.getByText('Only operations of one project can wait for each other')).toBeTruthy()
    fireEvent.pointerUp(window)
    await draw(/^Cut plates, Mon/)
    expect(screen.getByText('Cut plates is completed')).toBeTruthy()
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect(onPredecessors).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Cut plates is completed')).toBeNull()
  })

  it('are listed in the panel, which ends them and adds others by keyboard', async () => {
    const user = userEvent.setup()
    const onPredecessors = vi.fn()
    render(<GanttScene expandedAll onPredecessors={onPredecessors} />)
    await user.click(screen.getByRole('row', { name: /Paint topcoat/ }))
    const waits = within(screen.getByRole('region', { name: 'Waits for' }))
    expect(waits.getByRole('button', { name: 'Weld frame' })).toBeTruthy()
    await user.click(waits.getByRole('button', { name: 'Do not wait for Weld frame' }))
    const done = 'Paint topcoat no longer waits for Weld frame'
    expect(onPredecessors).toHaveBeenLastCalledWith('operation-2', [], done)
    await user.selectOptions(waits.getByLabelText('Wait for another operation'), 'Cut plates')
    expect(onPredecessors).toHaveBeenLastCalledWith(
      'operation-2',
      ['operation-1', 'operation-0'],
      'Paint topcoat waits for Cut plates',
    )
  })
})

describe('marks by keys', () => {
  it('pin an operation and put it on hold, but not one that is completed', async () => {
    const user = userEvent.setup()
    const [onPin, onHold] = [vi.fn(), vi.fn()]
    render(<GanttScene expandedAll {...{ onPin, onHold }} />)
    screen.getByRole('row', { name: /Weld frame/ }).focus()
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('ph')
    expect(onPin.mock.calls).toEqual([['operation-1', true]])
    expect(onHold.mock.calls).toEqual([['operation-1', true]])
    await user.click(screen.getByRole('row', { name: /Cut plates/ }))
    await user.keyboard('p')
    expect(onPin).toHaveBeenCalledTimes(1)
  })
})

describe('the side panel', () => {
  it('changes the hours and the progress of an operation, and sends only what has changed', async () => {
    const user = userEvent.setup()
    const onWork = vi.fn()
    render(<GanttScene expandedAll panel={{ onWork }} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    const hours = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Hours/ })
    expect(hours.value).toBe('6')
    await user.clear(hours)
    await user.type(hours, '7.5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onWork).toHaveBeenCalledWith('operation-1', { durationHours: 7.5 }))
    const progress = screen.getByRole('spinbutton', { name: /Progress/ })
    await user.clear(progress)
    await user.type(progress, '130')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/100/)).toBeTruthy()
    expect(onWork).toHaveBeenCalledTimes(1)
  })

  it('shows the reasons for the start, accepts a typed start, and links to the operations that wait', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    render(<GanttScene expandedAll onReschedule={onReschedule} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    expect(await screen.findByText('Project may start')).toBeTruthy()
    const start = screen.getByLabelText<HTMLInputElement>('Start')
    expect(start.value).toBe('2026-11-19T14:00')
    await user.clear(start)
    await user.type(start, '2026-11-21T23:00')
    await user.click(screen.getByRole('button', { name: 'Move' }))
    // The work center is closed at 23:00, so the operation starts when the shift opens.
    await waitFor(() =>
      expect(onReschedule).toHaveBeenCalledWith(
        expect.objectContaining({ startMs: at(6, 6), endMs: at(6, 12), operationId: 'operation-1' }),
      ),
    )
    await user.click(screen.getByRole('button', { name: /Paint topcoat/ }))
    expect(screen.getByRole('heading', { name: 'Paint topcoat' })).toBeTruthy()
  })
})

describe('the reasons for a placement', () => {
  it('are loaded again when another plan arrives, for example after a run was undone', async () => {
    const because = (code: 'release' | 'pinned') => async (id: string) => ({
      ...stored(id),
      placement: { ...stored(id).placement, factors: [{ code, at: at(3, 14), binding: true }] },
    })
    let reason: 'release' | 'pinned' = 'release'
    const loadPlacement = vi.fn((id: string) => because(reason)(id))
    const { rerender } = render(<GanttScene expandedAll loadPlacement={loadPlacement} />)
    await userEvent.click(screen.getByRole('row', { name: /Weld frame/ }))
    expect(await screen.findByText('Project may start')).toBeTruthy()
    reason = 'pinned'
    rerender(<GanttScene expandedAll loadPlacement={loadPlacement} data={{ ...plan }} />)
    expect(await screen.findByText(/^Pinned/)).toBeTruthy()
    expect(screen.queryByText('Project may start')).toBeNull()
  })
})

describe('the filter of the schedule', () => {
  it('lists unscheduled operations in expanded projects, links to the projects, and can be cleared when nothing matches', async () => {
    const onFilter = vi.fn()
    const onOpenProject = vi.fn()
    const { rerender } = render(<GanttScene {...{ filter: noFilter, onFilter, onOpenProject }} />)
    await userEvent.click(screen.getByRole('button', { name: '1 unscheduled' }))
    const unplaced = { ...noFilter, show: 'unplaced' } as const
    expect(onFilter).toHaveBeenLastCalledWith(unplaced)
    rerender(<GanttScene {...{ filter: unplaced, onFilter, onOpenProject }} />)
    expect(names()).toEqual(['#1032Frame 1Fri 11/201 d late', 'Assembly—Not scheduled'])
    rows()[1]?.focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}')
    expect(onOpenProject).toHaveBeenCalledWith('project-1')
    await userEvent.click(screen.getByRole('button', { name: '#1032' }))
    expect(onOpenProject).toHaveBeenCalledTimes(2)
    rerender(<GanttScene {...{ filter: { ...unplaced, q: 'zzz' }, onFilter }} />)
    expect(screen.queryByRole('treegrid')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show all projects' }))
    expect(onFilter).toHaveBeenLastCalledWith(noFilter)
    rerender(<GanttScene {...{ filter: noFilter, onFilter }} />)
    expect(names()).toEqual([...lateRows, '#1031Frame 0Fri 11/200 d slack'])
  })
})

describe('the filter for operations', () => {
  const pinned = { name: 'Weld frame', ...span(3, 8, 12), flags: operationFlag.pinned }
  const data = fixturePlan({
    projects: [
      [{ ...span(3, 6, 10), name: 'Cut plates' }, pinned],
      [{ ...span(4, 6, 10), name: 'Drill', category: 1 }],
    ],
    links: [[0, 1]],
    capacities: [1, 1],
    ...{ open, from: monday, to: at(21, 0), now: at(2, 10) },
  })

  it('lists only what runs above the capacity of a work center, which its bars say as well', async () => {
    const { container } = render(
      <GanttScene data={data} filter={{ ...noFilter, only: 'overload' }} onFilter={() => {}} />,
    )
    expect(names()).toEqual(
      ['#1031Frame 0Thu 11/190 d slack', 'Cut platesThu 11/19', 'Weld frameThu 11/19'].map((name) =>
        name.replace('0 d slack', 'On time'),
      ),
    )
    // The conflicts are looked for when the plan has been drawn.
    await screen.findByLabelText(/Weld frame, Thu.* above the capacity of Center 0, pinned before Cut plates is done/)
    expect(container.querySelectorAll('[data-warning]')).toHaveLength(2)
  })

  it('is chosen in the panel of filters', async () => {
    const onFilter = vi.fn()
    render(<GanttScene data={data} filter={{ ...noFilter, center: 'category-1' }} onFilter={onFilter} />)
    expect(names().map((name) => name?.slice(0, 5))).toEqual(['#1032', 'Drill'])
    await userEvent.click(screen.getByRole('button', { name: 'Filter 1' }))
    await userEvent.selectOptions(screen.getByLabelText('Operations'), 'Above the capacity of the work center')
    expect(onFilter).toHaveBeenLastCalledWith({ only: 'overload' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onFilter).toHaveBeenLastCalledWith({ center: '', only: '' })
  })
})

describe('the colors of the bars', () => {
  it('are chosen in the toolbar, explained in the footer, and leave done work gray', async () => {
    const onLook = vi.fn()
    const { rerender } = render(<GanttScene expandedAll onLook={onLook} />)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.selectOptions(screen.getByLabelText('Color of the bars'), 'Lateness of the project')
    expect(onLook).toHaveBeenCalledWith({ color: 'lateness' })
    rerender(<GanttScene expandedAll onLook={onLook} look={{ ...usualLook, color: 'lateness' }} />)
    const colorOf = (name: RegExp) => screen.getByLabelText(name).style.borderColor
    expect([/^Bend brackets, Fri/, /^Weld frame, Thu/, /^Cut plates, Mon/].map(colorOf)).toEqual([
      'var(--crit)',
      'var(--ok)',
      '',
    ])
    expect(screen.getByText('Past due or projected late')).toBeTruthy()
  })
})

describe('the options of the Timeline', () => {
  it('are the colors of the bars and the order of the work centers', async () => {
    const onLook = vi.fn()
    const { container, rerender } = render(<GanttScene view="timeline" onLook={onLook} />)
    const colored = () => container.querySelectorAll('path[style*="color-mix"]').length
    expect(colored()).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    expect(screen.queryByRole('switch', { name: 'Dependencies' })).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Order of the work centers'), 'Load of this week')
    expect(onLook).toHaveBeenLastCalledWith({ order: 'load' })
    rerender(<GanttScene view="timeline" onLook={onLook} look={{ ...usualLook, color: 'lateness' }} />)
    // One color for the late project, one for the project on time.
    expect(colored()).toBe(2)
  })
})

describe('the options of the view', () => {
  it('hide completed operations, and mark the critical path of each project', async () => {
    const onLook = vi.fn()
    const { rerender } = render(<GanttScene onLook={onLook} expandedAll />)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Completed operations' }))
    await userEvent.click(screen.getByRole('switch', { name: /Critical path/ }))
    expect(onLook.mock.calls).toEqual([[{ done: false }], [{ critical: true }]])
    await userEvent.keyboard('{Escape}')
    rerender(<GanttScene onLook={onLook} look={{ ...usualLook, done: false, critical: true }} expandedAll />)
    expect(screen.queryByRole('row', { name: /Cut plates/ })).toBeNull()
    expect(screen.getByRole('row', { name: /Weld frame/ })).toBeTruthy()
    const critical = screen.getAllByLabelText(/on the critical path/).map((bar) => bar.getAttribute('aria-label'))
    expect(critical.map((words) => words?.split(',')[0])).toEqual(['Bend brackets', 'Weld frame', 'Paint topcoat'])
  })
})

/** The width of a day on the axis, in px. */
const dayPx = (container: HTMLElement) =>
  Number.parseFloat([...container.querySelectorAll<HTMLElement>('.top-6')].at(3)?.style.width ?? '0')

describe('the ways to schedule', () => {
  it('are a preview, the project of the selected operation, and the listed projects', async () => {
    const user = userEvent.setup()
    const onRun = vi.fn()
    const choose = async (name: RegExp) => {
      await user.click(screen.getByRole('button', { name: 'More ways to schedule' }))
      await user.click(screen.getByRole('menuitem', { name }))
    }
    render(<GanttScene onRun={onRun} filter={{ ...noFilter, show: 'late' }} onFilter={() => {}} />)
    await choose(/Preview first/)
    // Nothing is selected yet, so this does nothing.
    await choose(/Schedule one project/)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('row', { name: /Bend brackets/ }))
    await choose(/Schedule #1032/)
    await choose(/Schedule the 1 listed project/)
    const some = { kind: 'some', operationIds: ['operation-3'] }
    expect(onRun.mock.calls).toEqual([[{ kind: 'preview' }], [some], [some]])
  })
})

describe('the minimap', () => {
  it('shows the whole plan with the time in sight, which keys and the pointer move', async () => {
    const { container } = render(<GanttScene zoom="hours" />)
    const map = await screen.findByRole('slider', { name: 'Visible time of the plan' })
    expect(map.getAttribute('aria-valuetext')).toMatch(/^\w+ 11\/\d+ to /)
    expect(map.querySelector('[data-busy]')?.getAttribute('d')).toContain('M')
    const scroller = container.querySelector<HTMLElement>('[data-scroller]')
    const scrollTo = vi.fn()
    Object.assign(scroller ?? {}, { scrollTo })
    map.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Home}')
    const lefts = scrollTo.mock.calls.map(([{ left }]) => left)
    expect(lefts[0]).toBeGreaterThan(lefts[1])
    layOut({ left: 0, right: 100 })
    map.setPointerCapture = () => {}
    fireEvent.pointerDown(map, { buttons: 1, clientX: 0 })
    fireEvent.pointerMove(map, { buttons: 1, clientX: 3000 })
    const [first, last] = scrollTo.mock.calls.slice(-2).map(([{ left }]) => left)
    expect(last).toBeGreaterThan(first)
    vi.restoreAllMocks()
  })
})

describe('the unscheduled operations beside the Timeline', () => {
  const reasons = {
    reasons: [{ operationId: 'operation-4', reason: { code: 'noWorkingTime' as const, categoryId: 'category-0' } }],
    names: { 'category-0': 'Center 0' },
  }

  it('are listed with their reasons, found by words, and opened from the footer', async () => {
    const user = userEvent.setup()
    const onPool = vi.fn()
    const { rerender } = render(<GanttScene view="timeline" onPool={onPool} />)
    await user.click(screen.getByRole('button', { name: '1 unscheduled' }))
    expect(onPool).toHaveBeenCalledWith(true)
    rerender(<GanttScene view="timeline" pool onPool={onPool} data={withHours} unplacedReasons={reasons} />)
    const pool = within(screen.getByRole('complementary', { name: '1 unscheduled' }))
    const row = pool.getByRole('button', { name: /Assembly/ })
    expect(row.textContent).toBe('Assembly4 h#1032 Frame 1, Center 0Center 0 has no working time.')
    await user.type(pool.getByRole('searchbox'), 'weld')
    expect(pool.getByText('No operation matches.')).toBeTruthy()
    await user.clear(pool.getByRole('searchbox'))
    await user.click(pool.getByRole('button', { name: /Assembly/ }))
    expect(screen.getByLabelText('Schedule at')).toBeTruthy()
    await user.click(pool.getByRole('button', { name: 'Close panel' }))
    expect(onPool).toHaveBeenLastCalledWith(false)
  })

  it('are dragged to a lane, where the tip says when they would start', async () => {
    const onReschedule = vi.fn()
    const onMoveToCenter = vi.fn()
    const two = { ...withHours, categories: fixturePlan({ projects: [], capacities: [1, 1] }).categories }
    const scene = { data: two, pool: true, onPool: () => {}, onReschedule, onMoveToCenter }
    render(<GanttScene view="timeline" zoom="hours" {...scene} />)
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
    expect(onReschedule).toHaveBeenCalledWith(expect.objectContaining({ operationId: 'operation-4' }))
    const [[stored]] = onReschedule.mock.calls as [[Parameters<ScheduleGanttProps['onReschedule']>[0]]]
    expect(stored.endMs - stored.startMs).toBeGreaterThanOrEqual(4 * hourMs)
    // The lane of another work center is asked for, and a drop elsewhere or Escape stores nothing.
    press()
    fireEvent.pointerMove(window, { clientX: 300, clientY: 60 })
    expect(screen.getByText('At Center 1, if it may run there')).toBeTruthy()
    fireEvent.pointerUp(window)
    expect(onMoveToCenter).toHaveBeenCalledWith(expect.objectContaining({ categoryId: 'category-1' }))
    press()
    fireEvent.pointerMove(window, { clientX: 300, clientY: 10 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect(onReschedule).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })
})

describe('unscheduled work', () => {
  it('is given a start in the panel', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    render(<GanttScene expandedAll onReschedule={onReschedule} data={withHours} />)
    await user.click(screen.getByRole('row', { name: /Assembly/ }))
    const start = screen.getByLabelText<HTMLInputElement>('Schedule at')
    expect(start.value).toBe('')
    await user.type(start, '2026-11-20T23:00')
    expect(screen.getAllByText('4 h of work')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    // The work center is closed at 23:00.
    await waitFor(() =>
      expect(onReschedule).toHaveBeenCalledWith(
        expect.objectContaining({ operationId: 'operation-4', startMs: at(5, 6), endMs: at(5, 10) }),
      ),
    )
  })
})

describe('zooming', () => {
  it('by wheel with Ctrl keeps the date under the pointer, and tells the page once', async () => {
    const onZoom = vi.fn()
    const { container } = render(<GanttScene onZoom={onZoom} />)
    const scroller = container.querySelector<HTMLElement>('[data-scroller]')
    if (!scroller) throw new Error('There is no scroller')
    const pxOfDay = () => dayPx(container)
    const before = pxOfDay()
    const [left, pointer] = [scroller.scrollLeft, 700]
    const dayUnder = (left + pointer - 412) / before
    for (const deltaY of [-60, -60]) fireEvent.wheel(scroller, { deltaY, ctrlKey: true, clientX: pointer })
    await waitFor(() => expect(pxOfDay()).toBeGreaterThan(before))
    expect((scroller.scrollLeft + pointer - 412) / pxOfDay()).toBeCloseTo(dayUnder, 1)
    await waitFor(() => expect(onZoom).toHaveBeenCalledTimes(1))
    expect(onZoom).toHaveBeenCalledWith('days', expect.closeTo(1.25 ** 1.2, 2))
    // Without Ctrl the wheel scrolls.
    fireEvent.wheel(scroller, { deltaY: -100, clientX: pointer })
    expect(onZoom).toHaveBeenCalledTimes(1)
  })

  it('fits the plan in the window, and goes to a date', async () => {
    const onZoom = vi.fn()
    const { container } = render(<GanttScene onZoom={onZoom} />)
    const scroller = container.querySelector<HTMLElement>('[data-scroller]')
    const scrollTo = vi.fn()
    Object.assign(scroller ?? {}, { scrollTo })
    rows()[0]?.focus()
    await userEvent.keyboard('g')
    await userEvent.click(screen.getByRole('button', { name: 'Fit the plan' }))
    // Open work from Thursday 14:00 to Friday 12:00, less than a day in the whole window.
    await waitFor(() => expect(onZoom).toHaveBeenCalledWith('hours', expect.closeTo(1.81, 1)))
    await userEvent.click(screen.getByRole('button', { name: 'Go to' }))
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-01' } })
    await userEvent.click(screen.getByRole('button', { name: 'Go' }))
    expect(scrollTo).toHaveBeenCalledTimes(2)
    expect(screen.queryByLabelText('Date')).toBeNull()
  })
})

describe('the list beside the bars', () => {
  it('has the columns that the reader chooses, with widths that arrow keys change', async () => {
    const onLook = vi.fn()
    const onWidths = vi.fn()
    const columns = ['hours', 'center'] as const
    render(<GanttScene {...{ onLook, onWidths }} look={{ ...usualLook, columns }} expandedAll />)
    expect(names().at(-1)).toBe('Paint topcoat3 hCenter 0')
    expect(screen.getByRole('treegrid').getAttribute('aria-colcount')).toBe('4')
    screen.getByRole('button', { name: /Width of Work, 84 px/ }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(onWidths).toHaveBeenLastCalledWith({ treePx: 412, columnPx: { hours: 100 } })
    screen.getByRole('button', { name: /Width of the list, 412 px/ }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(onWidths).toHaveBeenLastCalledWith({ treePx: 428, columnPx: { hours: 100 } })
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Starts' }))
    expect(onLook).toHaveBeenLastCalledWith({ columns: ['start', 'hours', 'center'] })
  })
})

describe('dates beside the plan', () => {
  it('are drawn where they differ, and said by the bars', () => {
    const ids = ['operation-1', 'operation-2', 'deleted']
    const forecast = {
      ids,
      startMs: [at(3, 15), at(4, 6), at(4, 6)],
      endMs: [at(3, 21), at(4, 9), at(4, 9)],
      needByMs: [at(4, 8), at(4, 9), 0],
    }
    const baseline = {
      name: 'the last run',
      ids,
      startMs: [at(3, 14), at(3, 6), 0],
      endMs: [at(3, 20), at(3, 9), 0],
      needByMs: [0, 0, 0],
    }
    const { container } = render(
      <GanttScene expandedAll {...{ forecast, baseline }} look={{ ...usualLook, forecast: true }} />,
    )
    const shapes = (name: string) =>
      container.querySelector(`[data-${name}]`)?.getAttribute('d')?.match(/M/g)?.length ?? 0
    expect([shapes('forecast'), shapes('slack'), shapes('baseline')]).toEqual([1, 1, 2])
    const words = (name: RegExp) => screen.getByLabelText(name).getAttribute('aria-label')
    expect(words(/^Weld frame, Thu/)).toMatch(
      /forecast Thu 11\/19 3:00 PM to Thu 11\/19 9:00 PM, needed by Fri 11\/20 8:00 AM$/,
    )
    expect(words(/^Paint topcoat, Fri/)).toMatch(/in the last run Thu 11\/19 6:00 AM to Thu 11\/19 9:00 AM$/)
  })
})

describe('the schedule', () => {
  it('shows the next step when it is empty and a skeleton while it loads', async () => {
    const onRun = vi.fn()
    const { rerender } = render(<GanttScene data={fixturePlan({ projects: [[{}]] })} onRun={onRun} />)
    expect(screen.getByText('Nothing is scheduled yet')).toBeTruthy()
    await userEvent.click(valueAt(screen.getAllByRole('button', { name: 'Schedule all' }), 0))
    expect(onRun.mock.calls).toEqual([[{ kind: 'all' }]])
    // Without open operations a run has nothing to schedule and is not offered.
    rerender(<GanttScene data={fixturePlan({ projects: [[]] })} onRun={onRun} firstStep={<a href="/x">Projects</a>} />)
    expect(screen.getByRole('link', { name: 'Projects' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Schedule all' })).toBeNull()
    rerender(<GanttScene data={undefined} />)
    expect(screen.getByRole('status', { name: 'Loading the schedule' })).toBeTruthy()
  })

  it('counts scheduled operations and zooms by keys', async () => {
    const onZoom = vi.fn()
    render(<GanttScene zoom="weeks" onZoom={onZoom} />)
    expect(screen.getByText(/3 open operations in 2 projects scheduled/).textContent).toContain('1 unscheduled')
    rows()[0]?.focus()
    await userEvent.keyboard('+-')
    expect(onZoom.mock.calls).toEqual([['days'], ['months']])
  })

  it('becomes a list on narrow screens', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    render(<GanttScene expandedAll />)
    expect(screen.queryByRole('treegrid')).toBeNull()
    expect(screen.getByRole('button', { name: /Weld frame.*Thu 11\/19 2:00 PM to 8:00 PM/ })).toBeTruthy()
  })

  it('keeps projects expanded when new data arrives', async () => {
    const { rerender } = render(<GanttScene />)
    await userEvent.click(screen.getByRole('row', { name: /Frame 0/ }))
    rerender(<GanttScene data={structuredClone(plan)} />)
    expect(screen.getByRole('row', { name: /Weld frame/ })).toBeTruthy()
  })

  it('does not change while a bar is being moved, and shows newer data after the drop', async () => {
    const user = userEvent.setup()
    const onReschedule = vi.fn()
    const { rerender } = render(<GanttScene expandedAll onReschedule={onReschedule} />)
    await user.click(screen.getByRole('row', { name: /Weld frame/ }))
    await user.keyboard('{Alt>}{ArrowRight>4/}{/Alt}')

    const theirs = structuredClone(plan)
    theirs.projects.names[0] = 'Renamed by a colleague'
    theirs.operations.versions[1] = 9
    rerender(<GanttScene expandedAll onReschedule={onReschedule} data={theirs} />)
    expect(screen.getByText('If moved here')).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Renamed by a colleague/ })).toBeNull()

    await user.keyboard('{Enter}')
    // The version that was on screen is sent, so that the server notices the colleague's change of the same operation.
    expect(onReschedule).toHaveBeenCalledWith(expect.objectContaining({ version: 2, was: dates(3, 14, 20, 6) }))
    expect(await screen.findByRole('row', { name: /Renamed by a colleague/ })).toBeTruthy()
    expect(screen.queryByText('If moved here')).toBeNull()
  })

  it.each([
    // Monday: (6 + 3 + 2) h in 12 h today and 4 days of 16 h. Friday: 6 h until Thursday night in 12 h and 16 h.
    ['Monday', 1, '14 %'],
    ['Friday', 5, '21 %'],
  ])('shows the load of the rest of the week when weeks begin on %s', (_, weekStartsOn, load) => {
    render(<GanttScene view="timeline" weekStartsOn={weekStartsOn} />)
    expect(screen.getByText('This week').parentElement?.textContent).toBe(`This week${load}`)
    expect(screen.getByRole('rowheader', { name: `Center 0, 1 at a time, this week ${load}` })).toBeTruthy()
  })

  it('shows past work that is not done as backlog beside the load of the week, not in it', () => {
    // Backlog: 4 h that should have been done yesterday, and 5 of 6 h that do not fit between now and the planned end.
    const behind = fixturePlan({
      projects: [[{ ...span(1, 8, 12), name: 'Saw' }, { ...span(2, 5, 11), name: 'Drill' }, span(3, 6, 17)]],
      open,
      from: monday,
      to: at(21, 0),
      now: at(2, 10),
    })
    render(<GanttScene view="timeline" data={behind} />)
    expect(screen.getByText('This week').parentElement?.textContent).toBe('This week16 %backlog 9 h')
    const head = 'Center 0, 1 at a time, this week 16 %, backlog 9 h'
    expect(screen.getByRole('rowheader', { name: head })).toBeTruthy()
  })

  it('paints the time in which one of two stations is available, and says it to screen readers', () => {
    const pair = fixturePlan({
      projects: [[{ ...span(1, 8, 12), name: 'Saw' }]],
      open,
      capacities: [2],
      capacitySpans: [{ name: 'One', categoryId: 'category-0', units: 1, startMs: at(3, 0), endMs: at(4, 12) }],
      from: monday,
      to: at(21, 0),
    })
    const { container } = render(<GanttScene view="timeline" data={pair} />)
    expect(container.querySelectorAll('[data-capacity]')).toHaveLength(1)
    expect(screen.getByText('2 at once')).toBeTruthy()
    const said = 'Center 0, 2 at once, 1 of 2 available from Thu 11/19 12:00 AM to Fri 11/20 12:00 PM, this week'
    expect(screen.getByRole('rowheader', { name: (name) => name.startsWith(said) })).toBeTruthy()
  })

  it.each(['gantt', 'timeline'] as const)('has no accessibility violations as %s', async (view) => {
    const { container } = render(<GanttScene view={view} expandedAll />)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})
