import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag, projectFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { at, monday, Scene, span } from '#testing/schedule/scene-fixture.tsx'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { printedTime } from './plan-output.tsx'
import { dayPlace } from './plan-sheet.tsx'
import type { SheetRow } from './sheet-rows.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const data = fixturePlan({
  projects: [
    [
      { ...span(0, 6, 10), name: 'Cut', flags: operationFlag.completed, progress: 100, state: 'completed' },
      { ...span(3, 6, 10), name: '=Weld', flags: operationFlag.pinned, category: 1 },
    ],
    [
      { ...span(2, 6, 12), name: 'Bend', flags: operationFlag.started, progress: 50 },
      { ...span(4, 6, 9), name: 'Drill', flags: operationFlag.onHold },
      { ...span(20, 6, 9), name: 'Later' },
      { ...span(2, 12, 14), name: 'Saw' },
    ],
  ],
  dueMs: [at(5, 24), at(6, 24)],
  capacities: [1, 1],
  now: at(2, 10),
  from: monday,
  to: at(30, 0),
})

const forecast = {
  ids: ['operation-5', 'operation-2', 'operation-1', 'operation-4'],
  startMs: [at(2, 9), at(2, 6), at(3, 6), at(20, 6)],
  endMs: [at(2, 11), at(2, 13), at(3, 10), at(20, 9)],
  needByMs: [at(6, 0), 0, 0, 0],
  p10Ms: [0, 0, 0, 0],
  p90Ms: [0, 0, 0, 0],
}

const load = { forecast: async () => forecast }

const Plan = (props: ComponentProps<typeof Scene>) => (
  <Scene data={data} done={false} forecast dates={{ forecast }} load={load} {...props} />
)

const choose = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: 'Share and print' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

const printed = () => document.querySelector<HTMLElement>('[data-print]')

describe('the file of the schedule', () => {
  it('contains the operations of the filtered projects with their dates in the zone of the shop', async () => {
    const files: Blob[] = []
    const createObjectURL = (file: Blob) => `blob:${files.push(file)}`
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => {} }))
    const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    render(<Plan />)
    await choose(/CSV/)
    await waitFor(() => expect(download).toHaveBeenCalledTimes(1))
    const lines = (await files[0]?.text())?.trim().split('\r\n') ?? []
    const [columns = [], ...rows] = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['1031', 'Frame 0', 'Cut', 'Center 0', '2026-11-16 06:00'],
      ['1031', 'Frame 0', "'=Weld", 'Center 1', '2026-11-19 06:00'],
      ['1032', 'Frame 1', 'Bend', 'Center 0', '2026-11-18 06:00'],
      ['1032', 'Frame 1', 'Drill', 'Center 0', '2026-11-20 06:00'],
      ['1032', 'Frame 1', 'Later', 'Center 0', '2026-12-06 06:00'],
      ['1032', 'Frame 1', 'Saw', 'Center 0', '2026-11-18 12:00'],
    ])
    expect(columns).toHaveLength(rows[0]?.length ?? 0)
    expect(rows[5]?.slice(6, 8)).toEqual(['2026-11-18 11:00', '2026-11-22 00:00'])
    expect(rows[1]?.slice(-2)).toEqual(['On time', 'Pinned'])
  })
})

describe('the printed dispatch list', () => {
  it('contains for each work center what starts within two weeks and is not on hold, in the order of the forecast', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    render(<Plan />)
    await choose(/Dispatch list.*Letter/)
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    const pages = [...(printed()?.querySelectorAll<HTMLElement>('.print-page') ?? [])]
    expect(pages.map((page) => page.querySelector('h1')?.textContent)).toEqual(['Center 0', 'Center 1'])
    const heads = [...(pages[0]?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent)
    expect(heads).toEqual(['Start', 'End', 'Project', 'Operation', 'Work', 'Ship date', 'Notes'])
    const lines = [...(pages[0]?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    )
    expect(lines).toEqual([
      ['running', 'Wed 11/18 1:00 PM', '#1032 Frame 1', 'Bend', '3 h', 'Sun 11/22', ''],
      ['Wed 11/18 9:00 AM', 'Wed 11/18 11:00 AM', '#1032 Frame 1', 'Saw', '2 h', 'Sun 11/22', ''],
    ])
    expect(printed()?.querySelector('style')?.textContent).toContain('size: letter portrait')
    expect(pages[0]?.textContent).toContain('Northwind, Dispatch list, as of Wed 11/18 10:00 AM')
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(printed()).toBeNull())
  })
})

describe('the printed schedule', () => {
  it('has the rows of the view with title and axis, in the light theme until it is printed', async () => {
    document.documentElement.dataset.theme = 'dark'
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      expect(document.documentElement.dataset.theme).toBe('light')
    })
    render(<Plan expandedAll />)
    await choose(/This view.*A4/)
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    const sheet = printed()
    if (!sheet) throw new Error('Nothing is printed')
    expect(sheet.querySelector('style')?.textContent).toContain('size: A4 landscape')
    for (const words of [
      '#1031 Frame 0',
      '=Weld',
      'Bend',
      'Northwind, Schedule, as of Wed 11/18 10:00 AM, page 1 of 1',
    ])
      expect(within(sheet).getByText(words)).toBeTruthy()
    expect(sheet.querySelectorAll('rect').length).toBeGreaterThan(2)
    // The two ship dates with their days, and paper that starts today, with the line for now in its first day.
    expect([...sheet.querySelectorAll('[data-due]')].map((mark) => mark.textContent)).toEqual(['Sat 11/21', ''])
    // A bar as long as the paper leaves no room for the second day, which appears in the list.
    expect(within(sheet).getByText(/, ship Sun 11\/22$/)).toBeTruthy()
    expect(within(sheet).queryByText(/Tue 17/)).toBeNull()
    expect(within(sheet).getByText(/Wed 18/)).toBeTruthy()
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(printed()).toBeNull())
    expect(document.documentElement.dataset.theme).toBe('dark')
    delete document.documentElement.dataset.theme
  })

  it('omits closed projects, unless completed work is shown or the view has no others', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {})
    const plan = (flags: number[]) => ({ ...data, projects: { ...data.projects, flags } })
    const names = () =>
      [...(printed()?.querySelectorAll('svg g > text:first-of-type') ?? [])].map((one) => one.textContent)
    const print = async (props: ComponentProps<typeof Scene>) => {
      const { unmount } = render(<Plan {...props} />)
      await choose(/This view.*A4/)
      await waitFor(() => expect(printed()).not.toBeNull())
      const found = ['#1031 Frame 0', '#1032 Frame 1'].filter((name) => names().includes(name))
      unmount()
      return found
    }
    const { completed, cancelled } = projectFlag
    expect(await print({ data: plan([completed, 0]) })).toEqual(['#1032 Frame 1'])
    expect(await print({ data: plan([0, cancelled]) })).toEqual(['#1031 Frame 0'])
    expect(await print({ data: plan([completed, 0]), done: true })).toHaveLength(2)
    expect(await print({ data: plan([completed, 0]), q: '1031' })).toEqual(['#1031 Frame 0'])
  })

  it('shows the lanes of the work centers when the Timeline is printed', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {})
    render(<Plan view="timeline" />)
    await choose(/This view.*A4/)
    await waitFor(() => expect(printed()?.textContent).toContain('Center 1'))
  })
})

describe('the link to a view', () => {
  it('contains the day in the middle of the window, and shows it again', async () => {
    const user = userEvent.setup()
    const { unmount, container } = render(<Plan />)
    await user.click(screen.getByRole('button', { name: 'Share and print' }))
    await user.click(await screen.findByRole('menuitem', { name: /Copy link/ }))
    const link = new URL(await navigator.clipboard.readText())
    const day = link.searchParams.get('date') ?? ''
    expect(day).toMatch(/^2026-1[12]-\d\d$/)
    const left = container.querySelector('[data-scroller]')?.scrollLeft ?? 0
    unmount()
    const again = render(<Plan date={day} />)
    const now = again.container.querySelector('[data-scroller]')?.scrollLeft ?? 0
    // Within one day, which is 48 px wide.
    expect(Math.abs(now - left)).toBeLessThanOrEqual(48)
    again.unmount()
    const other = render(<Plan date="2026-12-25" />)
    expect((other.container.querySelector('[data-scroller]')?.scrollLeft ?? 0) - left).toBeGreaterThan(500)
  })
})

describe('the label of a ship date beside its mark', () => {
  it('overlaps nothing that is drawn in its row', () => {
    // Beside the mark, first at its right, then at its left.
    expect(dayPlace(600, 50, [])).toBe(608)
    expect(dayPlace(600, 50, [[400, 590]])).toBe(608)
    expect(dayPlace(600, 50, [[580, 640]])).toBe(643)
    expect(dayPlace(600, 50, [[602, 900]])).toBe(542)
    // Behind everything, or before it if the paper ends.
    expect(dayPlace(600, 50, [[400, 900]])).toBe(903)
    expect(dayPlace(1225, 50, [[400, 1230]])).toBe(347)
    expect(dayPlace(600, 50, [[330, 1230]])).toBeNull()
  })
})

describe('the time range on paper', () => {
  const clock = new ZoneClock('America/Chicago')
  const row = (endMs: number) => ({ bars: [{ endMs }] }) as unknown as SheetRow
  const view = { fromMs: at(-4, 0), toMs: at(10, 0) }

  it('starts today if the view shows the present, and includes the end of the projects on the first page', () => {
    expect(printedTime({ nowMs: at(2, 10), clock }, [row(at(5, 9))], view)).toEqual({
      fromMs: at(2, 0),
      toMs: at(16, 0),
    })
    expect(printedTime({ nowMs: at(2, 10), clock }, [row(at(30, 0))], view).toMs).toBe(at(30, 12))
    expect(printedTime({ nowMs: at(2, 10), clock }, [row(at(400, 0))], view).toMs).toBe(at(92, 0))
  })

  it('equals that of the view if the reader is looking at another time', () => {
    expect(printedTime({ nowMs: at(20, 10), clock }, [row(at(5, 9))], view)).toEqual(view)
  })
})
