import type { FloorReportKind } from '#contract/floor.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { type DateSettings, formatShipDate, formatShortDateTime, formatTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'
import type { QueuedReport } from '#web/stores/floor.ts'
import type { DrawnOperation } from './drawn-work.ts'

/** The most frequent reasons why work stops. Other reasons are typed. */
export const holdReasons = [
  'Waiting for material',
  'Waiting for tools or fixtures',
  'Machine down',
  'Drawing or instructions unclear',
  'Quality problem',
] as const

/** The most frequent reasons for a pause. Other reasons are typed. */
export const pauseReasons = ['Break', 'End of shift', 'Other work is urgent', 'Waiting for help'] as const

const kindWords: Record<FloorReportKind, string> = {
  start: 'started',
  pause: 'paused',
  pieces: 'pieces',
  progress: 'progress',
  hoursLeft: 'hours left',
  done: 'done',
  hold: 'on hold',
  resume: 'resumed',
  note: 'note',
}

/** '12 good', '12 good, 1 scrap'. */
const pieceWords = (good: number, scrap: number): string =>
  `${formatNumber(good)} good${scrap > 0 ? `, ${formatNumber(scrap)} scrap` : ''}`

/** 'Weld frame, done', 'Weld frame, 50 %', 'Weld frame, 12 h left'. */
export const reportWords = ({ report, operationName }: QueuedReport): string => {
  if (report.kind === 'progress') return `${operationName}, ${formatPercent(report.progressPercentage)}`
  if (report.kind === 'pieces') return `${operationName}, ${pieceWords(report.good ?? 0, report.scrap ?? 0)}`
  if (report.kind === 'hoursLeft') return `${operationName}, ${formatHours(report.hoursLeft)} left`
  return `${operationName}, ${kindWords[report.kind]}`
}

/** The screen-reader announcement after a button press. */
export const pressedWords = ({ report, operationName: name }: QueuedReport): string => {
  switch (report.kind) {
    case 'start':
      return `${name} started`
    case 'pause':
      return `${name} paused: ${report.reason}`
    case 'pieces':
      return `${pieceWords(report.good ?? 0, report.scrap ?? 0)} on ${name}`
    case 'progress':
      return `${name} at ${formatPercent(report.progressPercentage)}`
    case 'hoursLeft':
      return `${formatHours(report.hoursLeft)} left on ${name}`
    case 'done':
      return `${name} done`
    case 'hold':
      return `${name} put on hold: ${report.reason}`
    case 'resume':
      return `${name} resumed`
    case 'note':
      return `Note added to ${name}`
  }
}

type FloorTone = 'running' | 'hold' | 'late' | 'done' | 'open'

export interface CardState {
  /** Tone of the border; late work always has a red one. */
  readonly tone: FloorTone
  readonly word: string
  /** The word for late work; empty if it is not late. */
  readonly late: string
}

const lateWords: Partial<Record<DrawnOperation['state'], string>> = { overdue: 'Overdue', projectedLate: 'Late' }

/** The state of a card in words, because color alone is not enough. */
export const stateOf = (operation: DrawnOperation): CardState => {
  if (operation.isDone) return { tone: 'done', word: 'Done', late: '' }
  if (operation.closedReason !== '') {
    return { tone: 'done', word: operation.progressPercentage >= 100 ? 'Done' : 'Closed', late: '' }
  }
  const late = lateWords[operation.state] ?? ''
  const state = (tone: FloorTone, word: string): CardState => ({ tone: late ? 'late' : tone, word, late })
  if (operation.status === 'On Hold') return state('hold', 'On hold')
  if (operation.pauseReason !== '') return state('hold', 'Paused')
  if (operation.actualStartDate) return state('running', formatPercent(operation.progressPercentage))
  return state('open', late ? '' : 'Not started')
}

/** '9:00 AM' for today's work, 'Mon 11/30 9:00 AM' for other days; null if it has started or has no dates. */
const startWords = (operation: DrawnOperation, dates: DateSettings, nowMs: number): string | null => {
  const { actualStartDate, forecastStartDate, scheduledStartDate, isDone, closedReason } = operation
  const start = forecastStartDate ?? scheduledStartDate
  if (isDone || closedReason !== '' || actualStartDate || start === null) return null
  const isToday = localDay(Date.parse(start), dates.zone) === localDay(nowMs, dates.zone)
  return isToday ? formatTime(start, dates) : formatShortDateTime(start, dates, nowMs)
}

/** 'Mon 11/30 9:00 AM · #1027 Pump skid · 12 pcs · 6.5 h left'. */
export const briefWords = (operation: DrawnOperation, dates: DateSettings, nowMs: number): string => {
  const { projectNumber, projectName, quantity, transferBatch, hoursLeft, isDone, closedReason } = operation
  const batches = transferBatch === null ? '' : ` in batches of ${formatNumber(transferBatch)}`
  return [
    startWords(operation, dates, nowMs),
    `#${projectNumber} ${projectName || 'Unnamed Project'}`,
    quantity === null ? null : `${formatNumber(quantity)} pcs${batches}`,
    isDone || closedReason !== '' ? null : `${formatHours(hoursLeft)} left`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

export interface FloorFact {
  readonly label: string
  readonly value: string
  readonly isText?: boolean
}

const span = (start: string | null, end: string | null, dates: DateSettings, nowMs: number): string | null => {
  if (!start || !end) return null
  const sameDay = formatShipDate(start, dates) === formatShipDate(end, dates)
  return `${formatShortDateTime(start, dates, nowMs)} – ${sameDay ? formatTime(end, dates) : formatShortDateTime(end, dates, nowMs)}`
}

/** '12 of 40 good, 1 scrap'; null before the first report. */
const piecesOf = ({ quantity, goodPieces, scrapPieces }: DrawnOperation): string | null => {
  if (goodPieces + scrapPieces === 0) return null
  if (quantity === null) return pieceWords(goodPieces, scrapPieces)
  const scrap = scrapPieces > 0 ? `, ${formatNumber(scrapPieces)} scrap` : ''
  return `${formatNumber(goodPieces)} of ${formatNumber(quantity)} good${scrap}`
}

/** The details of an operation for the user at the machine. */
export const factsOf = (operation: DrawnOperation, dates: DateSettings, nowMs: number): FloorFact[] => {
  const { forecastStartDate, forecastEndDate, scheduledStartDate, scheduledEndDate, actualStartDate } = operation
  const forecast = span(forecastStartDate, forecastEndDate, dates, nowMs)
  const planned = span(scheduledStartDate, scheduledEndDate, dates, nowMs)
  const facts: [label: string, value: string | null, isText?: boolean][] = [
    ['On hold', operation.holdReason || null, true],
    ['Paused', operation.pauseReason || null, true],
    ['Pieces', piecesOf(operation)],
    ['At work', operation.workingCount > 1 ? formatCount(operation.workingCount, 'person', 'people') : null],
    ['Waits for', operation.waitsFor.join(', ') || null],
    [
      'Material',
      operation.materialReadyDate &&
        [formatShipDate(operation.materialReadyDate, dates), operation.materialNote].filter(Boolean).join(', '),
    ],
    ['Also needs', operation.poolName],
    ['Started', actualStartDate && formatShortDateTime(actualStartDate, dates, nowMs)],
    ['Forecast', forecast],
    ['Planned', planned === forecast ? null : planned],
    ['About', operation.description || null, true],
    ['Notes', operation.notes || null, true],
  ]
  return facts.flatMap(([label, value, isText = false]) => (value ? [{ label, value, isText }] : []))
}

/**
 * Why scanned work is not in the list of the day: 'Waits for Weld. Planned at Mill 2 for Wed 12/2 9:00 AM.' Reports are taken all the
 * same, because work may begin early.
 */
export const whyNotListed = (
  operation: DrawnOperation,
  centerName: string,
  dates: DateSettings,
  nowMs: number,
): string => {
  const { waitsFor, status, materialReadyDate } = operation
  const start = operation.forecastStartDate ?? operation.scheduledStartDate
  return [
    status === 'On Hold' ? 'It is on hold.' : '',
    waitsFor.length > 0 ? `Waits for ${waitsFor.join(', ')}.` : '',
    materialReadyDate ? `Its material is expected ${formatShipDate(materialReadyDate, dates)}.` : '',
    start === null
      ? `Not scheduled yet at ${centerName}.`
      : `Planned at ${centerName} for ${formatShortDateTime(start, dates, nowMs)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
