import type { ProjectRemedy } from '#contract/remedies.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'

type Reader = { dates: DateSettings; nowMs: number }

const priorityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'project' ? (change.fields.priority ?? []) : []))[0]

const capacityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'category' ? (change.capacity ?? []) : []))[0]

/** The time in which one more is available than the plan counts with: somebody stands in for the person on leave. */
export const standInOf = ({ changes }: ProjectRemedy) =>
  changes.flatMap((change) =>
    change.kind === 'exception' && change.exception?.kind === 'capacity' ? change.exception : [],
  )[0]

/** 'Go ahead of #1037 Weld', 'Go to the front at Saw, ahead of 13 others', or only a higher priority. */
const goFirstTitle = (remedy: ProjectRemedy, center: string): string => {
  const { method, operation, ahead } = remedy
  const priority = priorityOf(remedy)
  if (method === 'optimize') return `Raise the priority to P${formatNumber(priority)}`
  const others = ahead === null ? '' : `, ahead of ${formatNumber(ahead)} others`
  const where = operation
    ? `Go ahead of #${operation.projectNumber} ${operation.name}`
    : `Go to the front at ${center}${others}`
  return priority === undefined ? where : `${where}, with priority P${formatNumber(priority)}`
}

const capacityTitle = (remedy: ProjectRemedy, center: string): string => {
  const stand = standInOf(remedy)
  if (stand) {
    const during = stand.name || 'that time'
    return `${center}: ${formatNumber(stand.units)} available instead of ${formatNumber(stand.units - 1)} during ${during}`
  }
  const capacity = capacityOf(remedy) ?? 1
  const instead = `${formatNumber(capacity)}${remedy.workCenter?.kind === 'pool' ? '' : ' at once'} instead of ${formatNumber(capacity - 1)}`
  return remedy.workCenter?.kind === 'pool' ? `One more of ${center}: ${instead}` : `${center}: ${instead}`
}

/** 'Overtime at Welding', or with what its operations need besides. */
const overtimeOf = ({ workCenter, changes }: ProjectRemedy): string => {
  const both = changes.filter(({ kind }) => kind === 'exception').length > 1
  const isPool = workCenter?.kind === 'pool'
  const others = both ? (isPool ? ' and their work center' : ' and what it needs besides') : ''
  return `Overtime ${isPool ? 'for' : 'at'} ${workCenter?.name ?? 'the work center'}${others}`
}

const titleOfChanges = (remedy: ProjectRemedy, { dates, nowMs }: Reader): string => {
  const { code, operation, workCenter } = remedy
  const center = workCenter?.name ?? 'the work center'
  const named = operation?.name ?? 'the operation'
  switch (code) {
    case 'goFirst':
      return goFirstTitle(remedy, center)
    case 'addCapacity':
      return capacityTitle(remedy, center)
    case 'addOvertime': {
      const from = remedy.changes.flatMap((change) =>
        change.kind === 'exception' && change.exception ? change.exception.startsAt : [],
      )[0]
      return `${overtimeOf(remedy)}${from ? ` from ${formatShortDateTime(from, dates, nowMs)}` : ''}`
    }
    case 'unpin':
      return `Unpin ${named}`
    case 'materialSooner': {
      const ready = remedy.changes.flatMap((change) =>
        change.kind === 'operation' ? (change.fields.materialReadyDate ?? []) : [],
      )[0]
      return `If the material of ${named} were ready ${ready ? formatShortDateTime(ready, dates, nowMs) : 'sooner'}`
    }
    case 'reschedule':
      return `Start ${named} as soon as it can`
    case 'finishNow':
      return `If ${named} were finished now`
    case 'moveShipDate':
      return `Move the ship date to ${formatShipDate(dayOfEnd(remedy.completionDate), dates, nowMs)}`
    case 'scheduleAgain':
      return 'Schedule again'
  }
}

/** What to do, in the planner's words: 'Overtime at Paint from Sat 11/21 6:00 AM', 'Saw: 2 at once instead of 1, then schedule again'. */
export const remedyTitle = (remedy: ProjectRemedy, reader: Reader): string => {
  const title = titleOfChanges(remedy, reader)
  return remedy.method === 'optimize' && remedy.code !== 'scheduleAgain' ? `${title}, then schedule again` : title
}
