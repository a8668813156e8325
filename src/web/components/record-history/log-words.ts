import type { HistoryEntry } from '#contract/history.ts'
import { fieldLabel, fieldWords, type HistoryReader, runWords } from './change-words.ts'
import { entityWord } from './entity-words.ts'

const verbs = { create: 'Added', update: 'Changed', delete: 'Removed' } as const

const plainValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** One changed field in words, even if it appears nowhere else on screen. */
export const logChange = (
  { field, from, to }: HistoryEntry['changes'][number],
  reader: HistoryReader,
): { label: string; from: string; to: string } => ({
  label: fieldLabel(field),
  from: fieldWords(field, from, reader)?.text ?? plainValue(from),
  to: fieldWords(field, to, reader)?.text ?? plainValue(to),
})

/** The changed fields of an entry; the entry of a run is one sentence. */
export const logChanges = (entry: HistoryEntry, reader: HistoryReader) =>
  (runWords(entry) === null ? entry.changes : [])
    .map((change) => logChange(change, reader))
    .filter(({ from, to }) => from !== to)

const nameFields = ['projectNumber', 'projectName', 'name', 'email']

/** The name of the record if the entry contains it, otherwise the first 8 characters of its id. */
export const logSubject = ({ changes, entityId, name }: HistoryEntry): string => {
  for (const wanted of nameFields) {
    const found = changes.find(({ field }) => field === wanted)
    const value = found?.to ?? found?.from
    if (typeof value === 'string' && value !== '') return wanted === 'projectNumber' ? `#${value}` : value
  }
  return name ?? entityId.slice(0, 8)
}

/** '#1042 Weld frame': an operation with its project, because many have the same name. */
export const operationSubject = (entry: HistoryEntry): string =>
  [entry.projectNumber && `#${entry.projectNumber}`, logSubject(entry)].filter(Boolean).join(' ')

/** 'Added project'. */
export const logAction = ({ action, entity }: HistoryEntry): string => `${verbs[action]} ${entityWord(entity)}`
