import type { HistoryEntity } from '#contract/history.ts'

/** The name of each kind of record, singular and plural. */
const words: Record<HistoryEntity, [one: string, many: string]> = {
  project: ['project', 'projects'],
  operation: ['operation', 'operations'],
  category: ['work center', 'work centers'],
  shift: ['shift pattern', 'shift patterns'],
  holiday: ['holiday', 'holidays'],
  holidayTemplate: ['holiday template', 'holiday templates'],
  calendarException: ['overtime, downtime or capacity', 'entries of overtime, downtime or capacity'],
  organisation: ['organization', 'organizations'],
  user: ['user', 'users'],
  schedulingRun: ['scheduling run', 'scheduling runs'],
  operationSnooze: ['snoozed operation', 'snoozed operations'],
  workInterval: ['time on work', 'times on work'],
  floorReport: ['floor report', 'floor reports'],
  savedView: ['saved view', 'saved views'],
  routingTemplate: ['routing template', 'routing templates'],
  statusLink: ['status link', 'status links'],
}

export const entityWord = (entity: HistoryEntity): string => words[entity][0]

/** '3 operations', '1 project'. */
export const countedEntity = (count: number, entity: HistoryEntity): string =>
  `${count.toLocaleString('en-US')} ${words[entity][count === 1 ? 0 : 1]}`
