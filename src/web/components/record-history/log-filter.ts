import { HistoryFilter } from '#contract/history.ts'
import type { LogSearch } from './log-search.ts'

const { userId, entity, source, action, projectId, entityId, text, fromDate, toDate } = HistoryFilter.shape
const known = {
  userId: userId.catch(undefined),
  entity: entity.catch(undefined),
  source: source.catch(undefined),
  action: action.catch(undefined),
  projectId: projectId.catch(undefined),
  entityId: entityId.catch(undefined),
  text: text.catch(undefined),
  fromDate: fromDate.catch(undefined),
  toDate: toDate.catch(undefined),
}

/** Reads the filter of an address; unknown values are ignored. */
export const logFilterOf = (search: LogSearch): HistoryFilter => ({
  userId: known.userId.parse(search.person),
  entity: known.entity.parse(search.entity),
  source: known.source.parse(search.source),
  action: known.action.parse(search.action),
  projectId: known.projectId.parse(search.project),
  entityId: known.entityId.parse(search.record),
  text: known.text.parse(search.text) || undefined,
  fromDate: known.fromDate.parse(search.from),
  toDate: known.toDate.parse(search.to),
})

/** The change that clears all filters. */
export const noLogFilter: Partial<LogSearch> = {
  text: undefined,
  person: undefined,
  entity: undefined,
  source: undefined,
  action: undefined,
  project: undefined,
  record: undefined,
  from: undefined,
  to: undefined,
}
