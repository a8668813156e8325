import { z } from 'zod/mini'
import { HistoryFilter } from '#contract/history.ts'
import type { LogSearch } from './log-search.ts'

const { userId, entity, source, action, projectId, entityId, text, fromDate, toDate } = HistoryFilter.shape
const known = {
  userId: z.catch(userId, undefined),
  entity: z.catch(entity, undefined),
  source: z.catch(source, undefined),
  action: z.catch(action, undefined),
  projectId: z.catch(projectId, undefined),
  entityId: z.catch(entityId, undefined),
  text: z.catch(text, undefined),
  fromDate: z.catch(fromDate, undefined),
  toDate: z.catch(toDate, undefined),
}

/** Reads the filter from the URL; unknown values are ignored. */
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
