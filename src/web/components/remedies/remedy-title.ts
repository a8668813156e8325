import type { ProjectRemedy } from '#contract/remedies.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { remedyName, thenAgain } from './remedy-names.ts'

type Reader = { dates: DateSettings; nowMs: number }

const priorityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'project' ? (change.fields.priority ?? []) : []))[0]

const capacityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'category' ? (change.capacity ?? []) : []))[0]

/** The exception with additional capacity during an absence: another person stands in for the one on leave. */
export const standInOf = ({ changes }: ProjectRemedy) =>
  changes.flatMap((change) =>
    change.kind === 'exception' && change.exception?.kind === 'capacity' ? change.exception : [],
  )[0]

/** ' Weld, with priority P81', ', ahead of 13 others', or only ' to P81'. */
const goFirstParticulars = (remedy: ProjectRemedy): string => {
  const { method, operation, ahead } = remedy
  const priority = priorityOf(remedy)
  if (method === 'optimize') return priority === undefined ? '' : ` to P${formatNumber(priority)}`
  const others = ahead === null ? '' : `, ahead of ${formatNumber(ahead)} others`
  const where = operation ? ` ${operation.name}` : others
  return priority === undefined ? where : `${where}, with priority P${formatNumber(priority)}`
}

const capacityParticulars = (remedy: ProjectRemedy): string => {
  const stand = standInOf(remedy)
  if (stand) {
    const during = stand.name || 'that time'
    return ` during ${during}: ${formatNumber(stand.units)} available instead of ${formatNumber(stand.units - 1)}`
  }
  const capacity = capacityOf(remedy)
  if (capacity === undefined) return ''
  return `: ${formatNumber(capacity)} instead of ${formatNumber(capacity - 1)}`
}

/** The start of the overtime, and that other resources are open as well if its operations need them. */
const overtimeParticulars = ({ workCenter, changes }: ProjectRemedy, { dates, nowMs }: Reader): string => {
  const both = changes.filter(({ kind }) => kind === 'exception').length > 1
  const others = workCenter?.kind === 'pool' ? ' and their work center' : ' and what else it needs'
  const from = changes.flatMap((change) =>
    change.kind === 'exception' && change.exception ? change.exception.startsAt : [],
  )[0]
  return `${both ? others : ''}${from ? ` from ${formatShortDateTime(from, dates, nowMs)}` : ''}`
}

/** The particulars of a remedy, which the panel and a proposal show after its name. */
const particularsOf = (remedy: ProjectRemedy, reader: Reader): string => {
  const { dates, nowMs } = reader
  switch (remedy.code) {
    case 'goFirst':
      return goFirstParticulars(remedy)
    case 'addCapacity':
      return capacityParticulars(remedy)
    case 'addOvertime':
      return overtimeParticulars(remedy, reader)
    case 'materialSooner': {
      const ready = remedy.changes.flatMap((change) =>
        change.kind === 'operation' ? (change.fields.materialReadyDate ?? []) : [],
      )[0]
      return ready ? `: ready ${formatShortDateTime(ready, dates, nowMs)}` : ''
    }
    case 'moveShipDate':
      return ` to ${formatShipDate(dayOfEnd(remedy.completionDate), dates, nowMs)}`
    default:
      return ''
  }
}

/**
 * A remedy with all its changes: 'Overtime at Paint from Sat 11/21 6:00 AM', 'More capacity at Saw: 2 instead of 1,
 * then schedule again'. It begins with the name that the remedy has as a next step.
 */
export const remedyTitle = (remedy: ProjectRemedy, reader: Reader): string => {
  const named = { ...remedy, again: remedy.method === 'optimize' }
  return thenAgain(`${remedyName(named) ?? ''}${particularsOf(remedy, reader)}`, named)
}
