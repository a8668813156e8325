import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Moved } from '#domain/schedule/cascade.ts'
import { criticalPath } from '#domain/schedule/critical-path.ts'
import { dayMs } from '#domain/time/units.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { type DateSettings, formatShipDate, formatShortDateTime, formatTime } from '#web/lib/format-date.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import type { GanttScene, GanttWords } from './gantt-context.ts'
import { at } from './model/at.ts'
import { centerRefusals } from './model/center-refusals.ts'
import type { KnownSearch } from './model/known-search.ts'
import { arrangeDates } from './model/other-dates.ts'
import { filterProjects, operationTest, showsAll } from './model/row-filter.ts'
import { rowGroups } from './model/row-groups.ts'
import { projectOrder } from './model/row-list.ts'
import { type GanttLook, type KeptWidths, type RowFilter, treeColumns } from './model/schedule-choices.ts'
import { buildModel, operationRow, type ScheduleModel } from './model/schedule-model.ts'
import { createSight } from './model/sight.ts'
import { buildScale } from './model/time-scale.ts'
import { sceneActions } from './scene-actions.ts'
import type { DatesBeside, SceneProps } from './schedule-gantt.tsx'
import {
  createScheduleStore,
  type ScheduleStore,
  type ShownRows,
  setGroups,
  setPlan,
  setShown,
} from './schedule-store.ts'
import { useLiveZoom } from './use-live-zoom.ts'

const mostKept = 5_000
const quarterMs = 900_000

const remembered = (format: (ms: number) => string) => {
  const kept = new Map<number, string>()
  return (ms: number) => {
    const known = kept.get(ms)
    if (known !== undefined) return known
    if (kept.size > mostKept) kept.clear()
    const text = format(ms)
    kept.set(ms, text)
    return text
  }
}

/** Formats instants in the reader's format. The texts are cached, because scrolling formats the same ones again. */
const ganttWords = (settings: DateSettings, nowMs: number): GanttWords => ({
  day: remembered((ms) => formatShipDate(ms, settings, nowMs)),
  shortDay: remembered((ms) => {
    const day = formatShipDate(ms, settings, nowMs)
    // Near the turn of the year the text has weekday and year, but the column has room for only one of them.
    return day.length > 9 ? day.slice(day.indexOf(' ') + 1) : day
  }),
  time: remembered((ms) => formatTime(ms, settings)),
  dayTime: remembered((ms) => formatShortDateTime(ms, settings, nowMs)),
})

/** The text of an instant depends on today's date, so the cache lasts a quarter of an hour. */
const useWords = (settings: DateSettings, nowMs: number): GanttWords => {
  const sinceMs = nowMs - (nowMs % quarterMs)
  return useMemo(() => ganttWords(settings, sinceMs), [settings, sinceMs])
}

/** Enough days for the widest window at the smallest zoom, so that the axis never ends inside the screen. */
const leastDays = 1300

/** The span from the earliest to the latest of plan, ship dates and now. */
const spanOf = (model: ScheduleModel): readonly [firstMs: number, lastMs: number] => {
  const { from, to, now } = model.data
  let [first, last] = [Math.min(from, now), Math.max(to, now)]
  for (let project = 0; project < model.projectCount; project++) {
    const start = at(model.projectStartMs, project)
    if (start > 0) first = Math.min(first, start)
    last = Math.max(last, at(model.projectEndMs, project), at(model.dueMs, project))
  }
  return [first, last]
}

/** The days from before the plan to after it. A newer plan with the same span has the same days, and so the same axis. */
const useGrid = (model: ScheduleModel | undefined, clock: ZoneClock, weekStartsOn: number): DayGrid | undefined => {
  const [first, last] = useMemo(() => (model ? spanOf(model) : [0, 0]), [model])
  const isKnown = model !== undefined
  return useMemo(() => {
    if (!isKnown) return
    const end = Math.max(last + 14 * dayMs, first + leastDays * dayMs)
    return new DayGrid(clock, first - 3 * dayMs, end, weekStartsOn)
  }, [isKnown, first, last, clock, weekStartsOn])
}

const noMoves: ReadonlyMap<number, Moved> = new Map()

/** The new dates of the proposed moves by row. An operation that would become unscheduled has none. */
const proposedMoves = (model: ScheduleModel, moves: DatesBeside['proposed']): ReadonlyMap<number, Moved> => {
  const placed = (moves ?? []).flatMap(({ operationId, startAfter, endAfter }): [number, Moved][] => {
    const operation = operationRow(model, operationId)
    if (operation < 0 || startAfter === null || endAfter === null) return []
    return [[operation, { operation, startMs: Date.parse(startAfter), endMs: Date.parse(endAfter) }]]
  })
  return placed.length === 0 ? noMoves : new Map(placed)
}

const projectsOf = (model: ScheduleModel, proposed: ReadonlyMap<number, Moved>): ReadonlySet<number> =>
  new Set([...proposed.keys()].map((operation) => at(model.projectOf, operation)))

/** True from the press on a bar until its release. In the meantime the rendered plan must not change. */
const isMoving = (store: ScheduleStore | null): boolean => {
  const { move, pressed } = store?.getState() ?? {}
  return pressed === true || (move !== undefined && move !== null)
}

const never = () => () => {}

const none: ReadonlySet<number> = new Set()

/** The operations on the critical path of any project. */
const criticalPaths = (model: ScheduleModel): ReadonlySet<number> => {
  const paths = Array.from({ length: model.projectCount }, (_, project) =>
    criticalPath(model, at(model.firstOperation, project), at(model.firstOperation, project + 1)),
  )
  return new Set(paths.flat())
}

/** Noon of a day; null without a day. */
const middayOf = (clock: ZoneClock, day: string | undefined): number | null =>
  day ? clock.instantOf(Date.parse(`${day}T12:00:00Z`)) : null

/** What is drawn beside the plan: critical paths, forecast and baseline. */
const useBeside = (model: ScheduleModel | undefined, { forecast, baseline }: DatesBeside, showsCritical: boolean) =>
  useMemo(
    () => ({
      critical: model && showsCritical ? criticalPaths(model) : none,
      forecast: model && forecast ? arrangeDates(model, forecast) : null,
      baseline: model && baseline ? { name: baseline.name, ...arrangeDates(model, baseline) } : null,
    }),
    [model, showsCritical, forecast, baseline],
  )

/** Computed again if the rights of the reader or the work centers change. */
const useRefusals = (model: ScheduleModel | undefined, { refusals }: SceneProps) => {
  const categories = model?.data.categories
  return useMemo(() => centerRefusals(categories ?? [], refusals), [categories, refusals])
}

/** The operations with rows: those that pass the filter, and of `only` those; otherwise completed ones are collapsed into one row. */
const shownOperations = (
  model: ScheduleModel,
  filter: RowFilter,
  showsDone: boolean,
  only: ReadonlyMap<number, Moved>,
) => {
  const isWanted = operationTest(model, filter)
  const isShown =
    only.size > 0 ? (operation: number) => only.has(operation) && (isWanted?.(operation) ?? true) : isWanted
  return { isFiltered: isShown !== null, isShown, foldsDone: isShown === null && !showsDone }
}

/** The projects and operations with rows, for a filter and the moves of a drawn proposal. */
const shownRowsOf = (
  model: ScheduleModel,
  filter: RowFilter,
  showsDone: boolean,
  changed: ReadonlyMap<number, Moved>,
): ShownRows => {
  const all = projectOrder(model)
  const named = showsAll(filter) ? all : filterProjects(model, all, filter)
  const projects = projectsOf(model, changed)
  const order = changed.size > 0 ? named.filter((project) => projects.has(project)) : named
  return { order, ...shownOperations(model, filter, showsDone, changed) }
}

/** Finds the rows of a plan: those that pass the filter, and of a drawn proposal only what it moves. */
const useShownRows = (search: KnownSearch, proposed: DatesBeside['proposed']) => {
  const { q, show, center, only, done, unchanged } = search
  return useCallback(
    (model: ScheduleModel): ShownRows => {
      const changed = unchanged ? noMoves : proposedMoves(model, proposed)
      return shownRowsOf(model, { q, show, center, only }, done, changed)
    },
    [q, show, center, only, done, proposed, unchanged],
  )
}

/** Keeps widths that the reader has changed for the next visit, and ends moves and tooltips together with their plan. */
const useStoreEnds = (store: ScheduleStore | null, { keep }: KeptWidths) =>
  useEffect(() => {
    const stop = store?.subscribe(({ widths }, before) => {
      if (widths !== before.widths) keep(widths)
    })
    return () => {
      stop?.()
      store?.setState({ move: null, hovered: null, linking: null, painting: null })
    }
  }, [store, keep])

/**
 * The store with the plan and its rows; null while the plan loads. It is created with the rows that the filter shows, and updated before
 * painting, but not while a bar is moved.
 */
const usePlanStore = (props: SceneProps, look: GanttLook, narrow: boolean): ScheduleStore | null => {
  const { data, expandedAll = false, search, dates, widths } = props
  const shownIn = useShownRows(search, dates.proposed)
  const grouping = search.view === 'gantt' && !narrow ? look.group : ''
  const kept = useRef<ScheduleStore | null>(null)
  if (data && !kept.current) {
    const model = buildModel(data)
    const rows = { ...shownIn(model), groups: rowGroups(model, grouping) }
    kept.current = createScheduleStore(model, { openAll: expandedAll, widths: widths.read(), rows })
  }
  const store = data ? kept.current : null
  // Renders again when a bar is released, to show a plan that arrived in the meantime.
  const moving = useSyncExternalStore(store?.subscribe ?? never, () => isMoving(store))
  useLayoutEffect(() => {
    if (store && data && !moving) setPlan(store, data)
  }, [store, data, moving])
  const model = useSyncExternalStore(store?.subscribe ?? never, () => store?.getState().model)
  useLayoutEffect(() => {
    if (store && model) setShown(store, shownIn(model))
  }, [store, model, shownIn])
  useLayoutEffect(() => {
    if (store && model) setGroups(store, rowGroups(model, grouping))
  }, [store, model, grouping])
  return store
}

/** When all is drawn at the latest, also where the browser is busy. */
const settledMs = 100

/**
 * Whether the first picture has been painted. What is not needed for it follows then: links, the labels and loads of the Timeline, and
 * the marks of conflicts. A browser that cannot tell when it is idle draws all at once.
 */
const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(typeof requestIdleCallback === 'undefined')
  useEffect(() => (isSettled ? undefined : whenIdle(() => setSettled(true), settledMs)), [isSettled])
  return isSettled
}

/** What the Gantt draws beside the bars. It stays the same object while another part of the URL changes. */
const useLook = (search: KnownSearch): GanttLook => {
  const { color, links, done, critical, forecast, baseline, order, group } = search
  const listed = search.columns.join()
  return useMemo(() => {
    const columns = treeColumns.filter((column) => listed.split(',').includes(column))
    return { color, links, done, critical, forecast, baseline, columns, order, group }
  }, [color, links, done, critical, forecast, baseline, listed, order, group])
}

/** Builds the shared data of the schedule from its props; null while the plan loads. `narrow` means that it is shown as a list. */
export const useGanttModel = (props: SceneProps, narrow: boolean): GanttScene | null => {
  const { search, dates, load, onSearch, onWrite, onOpen } = props
  const { nowMs, format, weekStartsOn, organization } = props.reader
  const look = useLook(search)
  const store = usePlanStore(props, look, narrow)
  const isSettled = useSettled()
  const model = useSyncExternalStore(store?.subscribe ?? never, () => store?.getState().model)
  const clock = useMemo(() => new ZoneClock(format.zone), [format.zone])
  const grid = useGrid(model, clock, weekStartsOn)
  const { zoom, stretch, zoomTo } = useLiveZoom(search, onSearch)
  const scale = useMemo(() => grid && buildScale(grid, search.view, zoom, stretch), [grid, search.view, zoom, stretch])
  const startAtMs = useMemo(() => middayOf(clock, search.date), [clock, search.date])
  const words = useWords(format, nowMs)
  const selected = useMemo(() => (model ? operationRow(model, search.operation) : -1), [model, search.operation])
  const proposed = useMemo(() => (model ? proposedMoves(model, dates.proposed) : noMoves), [model, dates.proposed])
  const refusals = useRefusals(model, props)
  const beside = useBeside(model, dates, look.critical)
  const [sight] = useState(createSight)
  useStoreEnds(store, props.widths)

  const actions = useMemo(
    () => store && sceneActions(store, refusals, { onSearch, onWrite, onOpen }),
    [store, refusals, onSearch, onWrite, onOpen],
  )
  return useMemo(() => {
    if (!model || !store || !grid || !scale || !actions) return null
    const drawn = { grid, clock, scale, nowMs, isSettled, words, startAtMs, organization }
    return { model, store, ...drawn, refusals, look, ...beside, selected, proposed, sight, load, zoomTo, ...actions }
  }, [
    model,
    store,
    grid,
    clock,
    scale,
    nowMs,
    isSettled,
    words,
    startAtMs,
    organization,
    refusals,
    look,
    beside,
    selected,
    proposed,
    sight,
    load,
    zoomTo,
    actions,
  ])
}
