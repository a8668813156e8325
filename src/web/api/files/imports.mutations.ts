import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  commitImport,
  commitSettingsImport,
  type ImportPreview,
  type ImportSource,
  type ImportTable,
  previewImport,
  previewSettingsImport,
  readImport,
  type SettingsPreview,
  type SettingsTable,
} from '#contract/imports.ts'
import { retryBusy } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { tenantScope, userKey } from '#web/api/query-keys.ts'

/** Reads the table in a file or a text without storing anything. The screen shows errors. */
export const readImportMutation = () =>
  mutationOptions({
    mutationFn: (body: ImportSource) => call(readImport, { body }),
    retry: retryBusy,
    meta: { handled: true },
  })

/** Projects with their operations, or working-time settings. */
export type AnyTable = ImportTable | SettingsTable
export type ImportOutcome = ResponseOf<typeof commitImport> | ResponseOf<typeof commitSettingsImport>

interface Confirmed {
  readonly table: AnyTable
  /** Identifies the preview that the reader saw. */
  readonly seen: string
  readonly leavesOutFailed: boolean
  readonly idempotencyKey: string
}

/** Previews the import of a table. `revision` changes with the table, which is too large to be part of the key. */
export const importPreviewQuery = (table: AnyTable, revision: string) =>
  queryOptions({
    queryKey: userKey('import', revision),
    queryFn: ({ signal }): Promise<ImportPreview | SettingsPreview> =>
      'kind' in table
        ? call(previewSettingsImport, { body: table }, { signal })
        : call(previewImport, { body: table }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: retryBusy,
  })

/** Imports a table. This may change any data of the organization. The screen shows errors. */
export const commitImportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ table, seen, leavesOutFailed, idempotencyKey }: Confirmed): Promise<ImportOutcome> => {
      const how = { idempotencyKey, source: 'import' } as const
      return 'kind' in table
        ? call(commitSettingsImport, { body: { ...table, seen, leavesOutFailed } }, how)
        : call(commitImport, { body: { ...table, seen, leavesOutFailed } }, how)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: tenantScope() }),
    meta: { handled: true },
  })
