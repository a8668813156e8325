import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { HistoryDoor } from './vocabulary.ts'

export const historyEntities = [
  'project',
  'operation',
  'category',
  'shift',
  'holiday',
  'holidayTemplate',
  'calendarException',
  'organisation',
  'user',
  'schedulingRun',
  'operationSnooze',
  'savedView',
] as const
export const HistoryEntity = z.enum(historyEntities)
export type HistoryEntity = z.infer<typeof HistoryEntity>

export const HistoryAction = z.enum(['create', 'update', 'delete'])
export type HistoryAction = z.infer<typeof HistoryAction>

/** Who did what, from what to what, through which door. */
export const HistoryEntry = z.object({
  historyId: z.string(),
  at: Instant,
  userId: z.string().nullable(),
  userName: z.string(),
  door: HistoryDoor,
  entity: HistoryEntity,
  entityId: z.string(),
  projectId: z.string().nullable(),
  action: HistoryAction,
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listProjectHistory = endpoint({
  method: 'GET',
  path: '/projects/:id/history',
  access: 'tenant',
  summary: 'The newest 200 changes of a project and its operations',
  params: z.object({ id: Id }),
  response: z.array(HistoryEntry),
})
