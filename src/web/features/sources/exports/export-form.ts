import { z } from 'zod/mini'
import type { ExchangePlaces } from '#contract/exchange.ts'
import { preprocess } from '#contract/fields.ts'
import { type ExportTarget, type ScheduledExport, ScheduledExportInput } from '#contract/scheduled-exports.ts'
import {
  type ClockValues,
  clockInput,
  clockValues,
  needsSecret,
  type SignInValues,
  signInValues,
} from '../fields/exchange-values.ts'

/** The values of the controls. Those of kinds that are not chosen stay, and are not saved. */
export interface ExportValues {
  name: string
  datesOf: ScheduledExport['datesOf']
  format: ScheduledExport['format']
  importedOnly: boolean
  target: {
    kind: ExportTarget['kind']
    fileName: string
    method: 'POST' | 'PUT'
    url: string
    signIn: SignInValues
  }
  secret: string
  schedule: ClockValues & { kind: ScheduledExport['schedule']['kind'] }
}

const addressOf = (target: ExportTarget | undefined) => (target?.kind === 'address' ? target : null)

/** The values of an export; null = a new one, to a place where this server can send. */
export const exportValues = (before: ScheduledExport | null, places: ExchangePlaces): ExportValues => {
  const address = addressOf(before?.target)
  const isFolderFirst = places.folder !== null || places.allowedOrigins.length === 0
  return {
    name: before?.name ?? '',
    datesOf: before?.datesOf ?? 'projects',
    format: before?.format ?? 'csv',
    importedOnly: before?.importedOnly ?? true,
    target: {
      kind: before?.target.kind ?? (isFolderFirst ? 'folder' : 'address'),
      fileName: before?.target.kind === 'folder' ? before.target.fileName : '',
      method: address?.method ?? 'POST',
      url: address?.url ?? '',
      signIn: signInValues(address?.signIn ?? null),
    },
    secret: '',
    schedule: { kind: before?.schedule.kind ?? 'daily', ...clockValues(before?.schedule ?? null) },
  }
}

/** The schema of the form. A secret is needed where none is stored for this address and sign-in. */
export const exportSchema = (before: ScheduledExport | null) =>
  preprocess(
    ({ secret, schedule, ...values }: ExportValues) => {
      const { kind, signIn } = values.target
      const isSignedIn = kind === 'address' && signIn.kind !== 'none'
      return {
        ...values,
        schedule: clockInput(schedule),
        secret: isSignedIn && secret !== '' ? secret : undefined,
      }
    },
    ScheduledExportInput.check(
      z.refine(
        ({ target, secret }) =>
          secret !== undefined ||
          !needsSecret(addressOf(target), addressOf(before?.target), before?.hasSecret ?? false),
        { path: ['secret'], error: 'Enter what this server signs in with' },
      ),
    ),
  )

/** Why files cannot be sent to places of this kind from this server; null if they can. */
export const missingTarget = (
  kind: ExportTarget['kind'],
  { folder, allowedOrigins }: ExchangePlaces,
): string | null => {
  if (kind === 'folder' && folder === null)
    return 'This server has no folder for your organization. Its operator can make one in EXCHANGE_FOLDER.'
  if (kind === 'address' && allowedOrigins.length === 0)
    return 'This server sends no files to other hosts. Its operator must list the allowed ones in EXCHANGE_ALLOWED_HOSTS.'
  return null
}
