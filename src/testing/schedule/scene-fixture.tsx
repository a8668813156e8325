import { screen, within } from '@testing-library/react'
import { useCallback, useMemo, useState } from 'react'
import { vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { hourMs } from '#domain/time/units.ts'
import type { ReaderRefusals } from '#web/features/schedule/model/center-refusals.ts'
import type { KnownSearch } from '#web/features/schedule/model/known-search.ts'
import { usualWidths } from '#web/features/schedule/model/schedule-choices.ts'
import { OperationPanel } from '#web/features/schedule/panel/operation-panel.tsx'
import { ScheduleGantt, type ScheduleGanttProps, type ScheduleLoads } from '#web/features/schedule/schedule-gantt.tsx'
import { defaultScheduleSearch } from '#web/features/schedule/schedule-search.ts'
import { fixturePlan } from './plan-fixture.ts'

/** Monday 11/16/2026 at midnight in Chicago. */
export const monday = Date.UTC(2026, 10, 16, 6)

/** An instant of the fixture by its day, counted from Monday 11/16, and its hour in Chicago. */
export const at = (day: number, hour: number): number => monday + (day * 24 + hour) * hourMs
export const span = (day: number, from: number, to: number) => ({ startMs: at(day, from), endMs: at(day, to) })

/** Open 06:00 to 22:00 for three weeks. */
export const open = Array.from({ length: 21 }, (_, day) => [at(day, 6), at(day, 22)]).flat()

/** Cut, weld and paint follow each other in the first project; the second one is late and has unscheduled work. */
export const scenePlan = fixturePlan({
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

/** The same plan, but its last operation has no predecessor. */
export const unlinked = { ...scenePlan, links: fixturePlan({ projects: [], links: [[0, 1]] }).links }

/** The server's answer about a placement: the release of its project determined the start. */
export const stored = (operationId: string) => ({
  operationId,
  projectId: 'project-0',
  names: {},
  projectIds: {},
  placement: { factors: [{ code: 'release' as const, at: at(3, 14), binding: true }], unplaced: null, warnings: [] },
})

const nothing = () => {}
const never = () => new Promise<never>(nothing)

/** What a schedule in tests has of its page: a reader who may do everything, and nothing that the server answers. */
export const scenePage = {
  onWrite: nothing,
  onOpen: nothing,
  load: { placement: async (operationId: string) => stored(operationId), forecast: never, effect: never },
  reader: {
    nowMs: scenePlan.now,
    format: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
    weekStartsOn: 1,
    organization: 'Northwind',
  },
  refusals: { operation: () => null, exception: () => null, run: null },
  dates: {},
  widths: { read: () => usualWidths, keep: nothing },
  slots: { panelOf: (operation) => <OperationPanel operation={operation} /> },
} satisfies Partial<ScheduleGanttProps>

interface SceneProps extends Partial<Omit<ScheduleGanttProps, 'search' | 'load' | 'refusals'> & KnownSearch> {
  readonly load?: Partial<ScheduleLoads>
  readonly refusals?: Partial<ReaderRefusals>
}

/**
 * The schedule of a planner on that Wednesday, for screen tests. The words of its search are props of their own. Completed
 * operations are not collapsed, so that tests see all of them, and what the reader selects is in the panel.
 */
export function Scene({ load, refusals, onSearch = nothing, ...props }: SceneProps) {
  const [operation, setOperation] = useState<string>()
  const searched = useCallback(
    (change: Partial<KnownSearch>) => {
      if ('operation' in change) setOperation(change.operation)
      onSearch(change)
    },
    [onSearch],
  )
  return (
    <ScheduleGantt
      data={scenePlan}
      {...scenePage}
      {...props}
      search={{ ...defaultScheduleSearch, done: true, operation, ...props }}
      onSearch={searched}
      load={useMemo(() => ({ ...scenePage.load, ...load }), [load])}
      refusals={useMemo(() => ({ ...scenePage.refusals, ...refusals }), [refusals])}
    />
  )
}

/** A reader who may change neither the plan nor working time. */
export const refused = { operation: () => 'Planning needs more access.', exception: () => 'Only admins can.' }

/** The text of each row of the Gantt. */
export const rowTexts = () =>
  within(screen.getByRole('treegrid'))
    .getAllByRole('row')
    .map((row) => row.textContent)

/** The initial rows, with only the late project expanded. */
export const lateRows = ['#1032Frame 1Fri 11/201 d late', 'Bend bracketsFri 11/20', 'Assembly—Not scheduled']

/** The test environment has no layout: bars get this box, everything else a large one. */
export const layOut = ({ left, right }: { left: number; right: number }) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [from, to] = this.dataset.operation === undefined ? [0, 3000] : [left, right]
    return new DOMRect(from, 0, to - from, 20)
  })
