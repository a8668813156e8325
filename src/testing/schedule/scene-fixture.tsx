import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { hourMs } from '#domain/time/units.ts'
import { usualLook } from '#web/features/schedule/model/schedule-choices.ts'
import { ScheduleGantt, type ScheduleGanttProps } from '#web/features/schedule/schedule-gantt.tsx'
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

const format = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const

/** Completed operations are not collapsed, so that tests see all of them. */
export const everything = { ...usualLook, done: true }

/** A reader who may do everything. */
const allowed = () => null

const never = () => new Promise<never>(() => {})

/** The schedule of a planner on that Wednesday, for screen tests. */
export function Scene(props: Partial<ScheduleGanttProps>) {
  const [selected, setSelected] = useState<string | null>(null)
  const [load] = useState(() => async (operationId: string) => ({ ...stored(operationId), placement: null }))
  return (
    <ScheduleGantt
      data={scenePlan}
      view="gantt"
      zoom="days"
      look={everything}
      selectedOperationId={selected}
      refusalOf={allowed}
      nowMs={scenePlan.now}
      format={format}
      onView={() => {}}
      onZoom={() => {}}
      onSelect={setSelected}
      onReschedule={() => {}}
      loadPlacement={load}
      loadForecast={never}
      {...props}
    />
  )
}

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
