import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { at, lateRows, layOut, monday, open, rowTexts, Scene, span } from '#testing/schedule/scene-fixture.tsx'
import { noFilter, usualWidths } from '../model/schedule-choices.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The width of a day on the axis, in px. */
const dayPx = (container: HTMLElement) =>
  Number.parseFloat([...container.querySelectorAll<HTMLElement>('.top-6')].at(3)?.style.width ?? '0')

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')

describe('the filter of the schedule', () => {
  it('lists unscheduled operations in expanded projects, links to the projects, and can be cleared when nothing matches', async () => {
    const onSearch = vi.fn()
    const onOpen = vi.fn()
    const { rerender } = render(<Scene onSearch={onSearch} onOpen={onOpen} />)
    await userEvent.click(screen.getByRole('button', { name: '1 unscheduled' }))
    expect(onSearch).toHaveBeenLastCalledWith({ ...noFilter, show: 'unplaced', view: 'gantt' })
    rerender(<Scene show="unplaced" onSearch={onSearch} onOpen={onOpen} />)
    expect(rowTexts()).toEqual(['#1032Frame 1Fri 11/201 d late', 'Assembly—Not scheduled'])
    rows()[1]?.focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}')
    expect(onOpen).toHaveBeenCalledWith({ kind: 'project', projectId: 'project-1' })
    await userEvent.click(screen.getByRole('button', { name: '#1032' }))
    expect(onOpen).toHaveBeenCalledTimes(2)
    rerender(<Scene show="unplaced" q="zzz" onSearch={onSearch} />)
    expect(screen.queryByRole('treegrid')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show all projects' }))
    expect(onSearch).toHaveBeenLastCalledWith({ ...noFilter, view: 'gantt' })
    rerender(<Scene onSearch={onSearch} />)
    expect(rowTexts()).toEqual([...lateRows, '#1031Frame 0Fri 11/200 d slack'])
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
    open,
    from: monday,
    to: at(21, 0),
    now: at(2, 10),
  })

  it('lists only what runs above the capacity of a work center, which its bars say as well', async () => {
    const { container } = render(<Scene data={data} only="overload" />)
    expect(rowTexts()).toEqual(
      ['#1031Frame 0Thu 11/190 d slack', 'Cut platesThu 11/19', 'Weld frameThu 11/19'].map((name) =>
        name.replace('0 d slack', 'On time'),
      ),
    )
    // The conflicts are looked for when the plan has been drawn.
    await screen.findByLabelText(/Weld frame, Thu.* above the capacity of Center 0, pinned before Cut plates finishes/)
    expect(container.querySelectorAll('[data-warning]')).toHaveLength(2)
  })

  it('is chosen in the panel of filters', async () => {
    const onSearch = vi.fn()
    render(<Scene data={data} center="category-1" onSearch={onSearch} />)
    expect(rowTexts().map((name) => name?.slice(0, 5))).toEqual(['#1032', 'Drill'])
    await userEvent.click(screen.getByRole('button', { name: 'Filter 1' }))
    await userEvent.selectOptions(await screen.findByLabelText('Operations'), 'Above the capacity of the work center')
    expect(onSearch).toHaveBeenLastCalledWith({ only: 'overload', view: 'gantt' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onSearch).toHaveBeenLastCalledWith({ center: '', only: '', show: 'all', view: 'gantt' })
  })
})

describe('the colors of the bars', () => {
  it('are chosen in the toolbar, explained in the footer, and leave done work gray', async () => {
    const onSearch = vi.fn()
    const { rerender } = render(<Scene expandedAll onSearch={onSearch} />)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.selectOptions(await screen.findByLabelText('Color of the bars'), 'Lateness of the project')
    expect(onSearch).toHaveBeenCalledWith({ color: 'lateness' })
    rerender(<Scene expandedAll onSearch={onSearch} color="lateness" />)
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
    const onSearch = vi.fn()
    const { container, rerender } = render(<Scene view="timeline" onSearch={onSearch} />)
    const colored = () => container.querySelectorAll('path[style*="color-mix"]').length
    expect(colored()).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.selectOptions(await screen.findByLabelText('Order of the work centers'), 'Load of this week')
    expect(screen.queryByRole('switch', { name: 'Dependencies' })).toBeNull()
    expect(onSearch).toHaveBeenLastCalledWith({ order: 'load' })
    rerender(<Scene view="timeline" onSearch={onSearch} color="lateness" />)
    // One color for the late project, one for the project on time.
    expect(colored()).toBe(2)
  })
})

describe('the options of the view', () => {
  it('fold completed operations, and mark the critical path of each project', async () => {
    const onSearch = vi.fn()
    const { rerender } = render(<Scene onSearch={onSearch} expandedAll />)
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Completed operations' }))
    await userEvent.click(screen.getByRole('switch', { name: /Critical path/ }))
    expect(onSearch.mock.calls).toEqual([[{ done: false }], [{ critical: true }]])
    await userEvent.keyboard('{Escape}')
    rerender(<Scene onSearch={onSearch} done={false} critical expandedAll />)
    expect(screen.queryByRole('row', { name: /Cut plates/ })).toBeNull()
    expect(screen.getByRole('row', { name: '1 done' })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Weld frame/ })).toBeTruthy()
    const critical = screen.getAllByLabelText(/on the critical path/).map((bar) => bar.getAttribute('aria-label'))
    expect(critical.map((words) => words?.split(',')[0])).toEqual(['Bend brackets', 'Weld frame', 'Paint topcoat'])
  })
})

describe('the minimap', () => {
  it('shows the whole plan with the time in sight, which keys and the pointer move', async () => {
    const { container } = render(<Scene zoom="hours" />)
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

describe('zooming', () => {
  it('by wheel with Ctrl keeps the date under the pointer, and tells the page once', async () => {
    const onSearch = vi.fn()
    const { container } = render(<Scene onSearch={onSearch} />)
    const scroller = container.querySelector<HTMLElement>('[data-scroller]')
    if (!scroller) throw new Error('There is no scroller')
    const pxOfDay = () => dayPx(container)
    const before = pxOfDay()
    const [left, pointer] = [scroller.scrollLeft, 700]
    const dayUnder = (left + pointer - 444) / before
    for (const deltaY of [-60, -60]) fireEvent.wheel(scroller, { deltaY, ctrlKey: true, clientX: pointer })
    await waitFor(() => expect(pxOfDay()).toBeGreaterThan(before))
    expect((scroller.scrollLeft + pointer - 444) / pxOfDay()).toBeCloseTo(dayUnder, 1)
    await waitFor(() => expect(onSearch).toHaveBeenCalledTimes(1))
    expect(onSearch).toHaveBeenCalledWith({ zoom: 'days', stretch: expect.closeTo(1.25 ** 1.2, 2) })
    // Without Ctrl the wheel scrolls.
    fireEvent.wheel(scroller, { deltaY: -100, clientX: pointer })
    expect(onSearch).toHaveBeenCalledTimes(1)
  })

  it('fits the plan in the window, and goes to a date', async () => {
    const onSearch = vi.fn()
    const { container } = render(<Scene onSearch={onSearch} />)
    const scroller = container.querySelector<HTMLElement>('[data-scroller]')
    const scrollTo = vi.fn()
    Object.assign(scroller ?? {}, { scrollTo })
    rows()[0]?.focus()
    await userEvent.keyboard('g')
    await userEvent.click(await screen.findByRole('button', { name: 'Fit the plan' }))
    // Open work from Thursday 14:00 to Friday 12:00, less than a day in the whole window.
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ zoom: 'hours', stretch: expect.closeTo(1.74, 1) }))
    await userEvent.click(screen.getByRole('button', { name: 'Go to' }))
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-01' } })
    await userEvent.click(screen.getByRole('button', { name: 'Go' }))
    expect(scrollTo).toHaveBeenCalledTimes(2)
    expect(screen.queryByLabelText('Date')).toBeNull()
  })
})

describe('the list beside the bars', () => {
  it('has the columns that the reader chooses, with widths that arrow keys change', async () => {
    const [onSearch, keep] = [vi.fn(), vi.fn()]
    const columns = ['hours', 'center'] as const
    render(<Scene onSearch={onSearch} widths={{ read: () => usualWidths, keep }} columns={columns} expandedAll />)
    expect(rowTexts().at(-1)).toBe('Paint topcoat3 hCenter 0')
    expect(screen.getByRole('treegrid').getAttribute('aria-colcount')).toBe('4')
    screen.getByRole('button', { name: /Width of Work, 84 px/ }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(keep).toHaveBeenLastCalledWith({ treePx: 0, columnPx: { hours: 100 } })
    screen.getByRole('button', { name: /Width of the list, 476 px/ }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(keep).toHaveBeenLastCalledWith({ treePx: 492, columnPx: { hours: 100 } })
    await userEvent.click(screen.getByRole('button', { name: 'View options' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Starts' }))
    expect(onSearch).toHaveBeenLastCalledWith({ columns: ['start', 'hours', 'center'] })
  })
})

describe('dates beside the plan', () => {
  it('name the day before in the list for an end and a need-by at midnight', () => {
    const data = fixturePlan({
      projects: [[span(3, 16, 24)]],
      open,
      from: monday,
      to: at(21, 0),
      now: at(2, 10),
    })
    const forecast = {
      ids: ['operation-0'],
      startMs: [at(3, 16)],
      endMs: [at(4, 0)],
      needByMs: [at(5, 0)],
      p10Ms: [0],
      p90Ms: [0],
    }
    render(<Scene expandedAll data={data} dates={{ forecast }} columns={['end', 'due']} />)
    expect(rowTexts().at(-1)).toMatch(/Thu 11\/19Fri 11\/20$/)
    expect(rowTexts()[0]).toMatch(/Thu 11\/19/)
  })

  it('are drawn where they differ, and said by the bars', () => {
    const ids = ['operation-1', 'operation-2', 'deleted']
    const forecast = {
      ids,
      startMs: [at(3, 15), at(4, 6), at(4, 6)],
      endMs: [at(3, 21), at(4, 9), at(4, 9)],
      needByMs: [at(4, 8), at(4, 9), 0],
      p10Ms: [at(3, 20), 0, 0],
      p90Ms: [at(4, 12), 0, 0],
    }
    const baseline = {
      name: 'the last run',
      ids,
      startMs: [at(3, 14), at(3, 6), 0],
      endMs: [at(3, 20), at(3, 9), 0],
      needByMs: [0, 0, 0],
      p10Ms: [0, 0, 0],
      p90Ms: [0, 0, 0],
    }
    const { container } = render(<Scene expandedAll dates={{ forecast, baseline }} forecast />)
    const shapes = (name: string) =>
      container.querySelector(`[data-${name}]`)?.getAttribute('d')?.match(/M/g)?.length ?? 0
    // A range is a line with a tick at its end.
    expect([shapes('forecast'), shapes('slack'), shapes('baseline'), shapes('odds')]).toEqual([1, 1, 2, 2])
    const words = (name: RegExp) => screen.getByLabelText(name).getAttribute('aria-label')
    expect(words(/^Weld frame, Thu/)).toMatch(
      /forecast Thu 11\/19 3:00 PM to Thu 11\/19 9:00 PM, needed by Fri 11\/20 8:00 AM, 80 % sure to end between Thu 11\/19 8:00 PM and Fri 11\/20 12:00 PM$/,
    )
    expect(words(/^Paint topcoat, Fri/)).toMatch(/in the last run Thu 11\/19 6:00 AM to Thu 11\/19 9:00 AM$/)
  })

  it('draw the odds of projects always, and those of an operation while it is selected', () => {
    const data = fixturePlan({
      projects: [[span(3, 16, 24), span(4, 6, 9)]],
      open,
      from: monday,
      to: at(21, 0),
      now: at(2, 10),
      p10Ms: [at(4, 8)],
      p90Ms: [at(5, 12)],
    })
    const none = [0, 0]
    const forecast = {
      ids: ['operation-0', 'operation-1'],
      startMs: [at(3, 16), at(4, 6)],
      endMs: [at(4, 0), at(4, 9)],
      needByMs: none,
      p10Ms: [at(3, 22), at(4, 8)],
      p90Ms: [at(4, 6), at(5, 12)],
    }
    const { container } = render(<Scene expandedAll data={data} dates={{ forecast }} columns={['end']} />)
    const ranges = () => container.querySelector('[data-odds]')?.getAttribute('d')?.match(/M/g)?.length ?? 0
    expect(ranges()).toBe(2)
    expect(screen.getByTitle(/^80 % sure to end between Fri 11\/20 8:00 AM and Sat 11\/21 12:00 PM$/)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('row').at(-1) as HTMLElement)
    expect(ranges()).toBe(4)
  })
})
