import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { ignoredPredecessor, isOverloaded } from '#domain/schedule/overloads.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from './at.ts'
import { planRefusal, refusalAt } from './center-refusals.ts'
import type { OtherDates } from './other-dates.ts'
import { isPatched, isWorkColumn } from './patch-model.ts'
import { awaitedMaterialMs, type ScheduleModel, workOf } from './schedule-model.ts'

type Test = (row: number) => boolean
type Columns = Readonly<Record<string, readonly unknown[]>>

/** Tests of a row, one for each column in which two tables differ anywhere. */
const columnTests = (a: Columns, b: Columns): Test[] =>
  Object.keys(a).flatMap((name) => {
    const [one, other] = [a[name], b[name]]
    return one === other ? [] : [(row: number) => one?.[row] === other?.[row]]
  })

/** What is compared by row. Whoever draws the selected operation compares that too. */
const byRow: readonly string[] = ['model', 'selected', 'critical', 'proposed', 'forecast', 'baseline', 'refusals']

/** Whether all else that is drawn is the same. Functions do the same in both as long as they are there. */
const sharesRest = (a: GanttScene, b: GanttScene): boolean => {
  const others: Readonly<Record<string, unknown>> = { ...b }
  const isSame = (one: unknown, other: unknown) =>
    one === other || (typeof one === 'function' && typeof other === 'function')
  const frame = ['categories', 'capacitySpans', 'links', 'timeZone'] as const
  return (
    isPatched(a.model, b.model) &&
    a.model.data.operations.names === b.model.data.operations.names &&
    frame.every((name) => a.model.data[name] === b.model.data[name]) &&
    a.baseline?.name === b.baseline?.name &&
    Object.entries(a).every(([name, value]) => byRow.includes(name) || isSame(value, others[name]))
  )
}

const dateTests = (a: OtherDates | null, b: OtherDates | null): Test[] =>
  a === b
    ? []
    : [
        (row) =>
          a?.startMs[row] === b?.startMs[row] &&
          a?.endMs[row] === b?.endMs[row] &&
          a?.needByMs[row] === b?.needByMs[row],
      ]

const sameChangeover = ({ changeovers: a }: ScheduleModel, { changeovers: b }: ScheduleModel, row: number): boolean => {
  const [one, other] = [a.get(row), b.get(row)]
  return one?.startMs === other?.startMs && one?.endMs === other?.endMs && one?.fromFamily === other?.fromFamily
}

/** What an operation shows beside its own work. */
const besideTests = (a: GanttScene, b: GanttScene, projectTests: readonly Test[]): Test[] => {
  const [was, now] = [a.model, b.model]
  const { operations } = now.data
  const others = Object.fromEntries(Object.entries(was.data.operations).filter(([name]) => !isWorkColumn(name)))
  return [
    ...columnTests(others, { ...operations }),
    ...projectTests.map((test) => (row: number) => test(at(now.projectOf, row))),
    ...(was.changeovers.size + now.changeovers.size > 0 ? [(row: number) => sameChangeover(was, now, row)] : []),
    ...(was.data.now === now.data.now
      ? []
      : [
          (row: number) =>
            awaitedMaterialMs(was, row) === awaitedMaterialMs(now, row) &&
            isOverloaded(was, row) === isOverloaded(now, row),
        ]),
    (row) => !hasFlag(now, row, 'pinned') || ignoredPredecessor(was, row) === ignoredPredecessor(now, row),
    ...dateTests(a.forecast, b.forecast),
    ...dateTests(a.baseline, b.baseline),
    ...(a.refusals === b.refusals ? [] : [(row: number) => planRefusal(a, row) === planRefusal(b, row)]),
    ...(a.critical === b.critical ? [] : [(row: number) => a.critical.has(row) === b.critical.has(row)]),
    ...(a.proposed === b.proposed ? [] : [(row: number) => a.proposed.get(row) === b.proposed.get(row)]),
  ]
}

/** What looks the same in two scenes. */
export interface SameLook {
  readonly operation: Test
  readonly project: Test
  /** A work center or pool, -1 for none, with the operations in its lanes. */
  readonly center: (category: number, lanes: readonly Int32Array[]) => boolean
}

/** Compares what is drawn of operations, projects and work centers in two scenes; null = anything can look different. */
export const sameLook = (a: GanttScene, b: GanttScene): SameLook | null => {
  if (!sharesRest(a, b)) return null
  const [was, now] = [a.model, b.model]
  const projectTests = columnTests({ ...was.data.projects }, { ...now.data.projects })
  const beside = besideTests(a, b, projectTests)
  const own = [...columnTests({ ...was.data.operations }, { ...now.data.operations }), ...beside]
  return {
    operation: (row) => own.every((test) => test(row)) && isOverloaded(was, row) === isOverloaded(now, row),
    project: (row) =>
      projectTests.every((test) => test(row)) &&
      at(was.projectStartMs, row) === at(now.projectStartMs, row) &&
      at(was.projectEndMs, row) === at(now.projectEndMs, row) &&
      at(was.projectEndOpen, row) === at(now.projectEndOpen, row),
    center: (category, lanes) =>
      a.selected === b.selected &&
      workOf(was, category) === workOf(now, category) &&
      refusalAt(a.refusals.exception, category) === refusalAt(b.refusals.exception, category) &&
      lanes.every((lane) => beside.every((test) => lane.every(test))),
  }
}
