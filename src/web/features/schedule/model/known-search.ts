import { z } from 'zod/mini'
import type { ScheduleSearch } from '../schedule-search.ts'
import {
  type BarColor,
  barColors,
  type CenterOrder,
  centerOrders,
  noFilter,
  type RowGrouping,
  rowGroupings,
  type ScheduleShow,
  scheduleShows,
  type TreeColumn,
  treeColumns,
  usualLook,
  type WorkFilter,
  workFilters,
} from './schedule-choices.ts'
import { type ScheduleZoom, scheduleZooms } from './schedule-zoom.ts'
import { type ScheduleView, scheduleViews } from './time-scale.ts'

/** The state in the URL, in the words that the schedule knows. */
export interface KnownSearch
  extends Omit<ScheduleSearch, 'view' | 'zoom' | 'show' | 'only' | 'color' | 'columns' | 'order' | 'group'> {
  readonly view: ScheduleView
  readonly zoom: ScheduleZoom
  readonly show: ScheduleShow
  readonly only: WorkFilter | ''
  readonly color: BarColor
  readonly columns: readonly TreeColumn[]
  readonly order: CenterOrder
  readonly group: RowGrouping
}

const known = <T extends string>(words: readonly T[], asked: string, usual: T): T =>
  words.find((word) => word === asked) ?? usual

const isId = (text: string): boolean => z.uuid().safeParse(text).success

/** Reads the words of the URL; an unknown one counts as the usual one. Apart from the schema, which the first load contains. */
export const knownSearch = (search: ScheduleSearch): KnownSearch => ({
  ...search,
  view: known(scheduleViews, search.view, 'gantt'),
  zoom: known(scheduleZooms, search.zoom, 'days'),
  show: known(scheduleShows, search.show, noFilter.show),
  only: known(['', ...workFilters], search.only, noFilter.only),
  color: known(barColors, search.color, usualLook.color),
  columns: treeColumns.filter((column) => search.columns.includes(column)),
  order: known(centerOrders, search.order, usualLook.order),
  center: isId(search.center) ? search.center : noFilter.center,
  baseline: search.baseline === 'last' || isId(search.baseline) ? search.baseline : usualLook.baseline,
  group: known(rowGroupings, search.group, usualLook.group),
})
