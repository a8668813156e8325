import type { ExchangePlaces } from '#contract/exchange.ts'
import type { ExportTarget, ScheduledExport } from '#contract/scheduled-exports.ts'
import { formatCount } from '#web/lib/format-number.ts'
import type { MarkKind } from '#web/ui/mark.tsx'
import { hostOf, timesWords } from '../source-words.ts'

export const contentTitles: Readonly<Record<ScheduledExport['datesOf'], string>> = {
  projects: 'Dates of projects',
  operations: 'Dates of operations',
}

export const formatTitles: Readonly<Record<ScheduledExport['format'], string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
}

/** Where the file goes, in a few words: 'Folder: dates.csv', 'erp.example.com'. */
export const targetWords = (target: ExportTarget): string =>
  target.kind === 'folder' ? `Folder: ${target.fileName}` : hostOf(target.url)

/** 'Dates of projects, CSV'. */
export const contentWords = ({ datesOf, format }: ScheduledExport): string =>
  `${contentTitles[datesOf]}, ${formatTitles[format]}`

/** What the last file held: '120 records'. An empty one says why it is empty, where that is known. */
export const sentWords = ({ sentRows, importedOnly }: Pick<ScheduledExport, 'sentRows' | 'importedOnly'>): string =>
  sentRows === 0 && importedOnly ? 'no record has an external ID' : formatCount(sentRows ?? 0, 'record')

/** What is wrong with an export, as a mark; null if its last file arrived. */
export const problemLook = ({
  problem,
  failures,
  isBroken,
}: ScheduledExport): { kind: MarkKind; word: string } | null =>
  problem === null
    ? null
    : { kind: isBroken ? 'late' : 'projectedLate', word: `Failed ${timesWords(failures)}: ${problem}` }

/** Where this server may send, as a sentence. */
export const placesWords = ({ folder, allowedOrigins }: ExchangePlaces): string => {
  const hosts = allowedOrigins.length > 0 ? `to ${allowedOrigins.join(', ')}` : null
  const places = [folder === null ? null : `into the folder ${folder}/out`, hosts].filter((place) => place !== null)
  return places.length > 0
    ? `This server may send files ${places.join(' and ')}.`
    : 'This server sends no files. Its operator must make a folder for your organization in EXCHANGE_FOLDER, or list the allowed hosts in EXCHANGE_ALLOWED_HOSTS.'
}

export const hasPlace = ({ folder, allowedOrigins }: ExchangePlaces): boolean =>
  folder !== null || allowedOrigins.length > 0
