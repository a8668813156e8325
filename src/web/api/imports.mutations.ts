import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  commitImport,
  type ImportCommit,
  type ImportSource,
  type ImportTable,
  previewImport,
  readImport,
} from '#contract/imports.ts'
import { call } from './client.ts'
import { tenantScope, userKey } from './query-keys.ts'

/** Reads the table in a file or a text. Stores nothing. Its screen shows errors. */
export const readImportMutation = () =>
  mutationOptions({
    mutationFn: (body: ImportSource) => call(readImport, { body }),
    meta: { handled: true },
  })

/** What an import of a table would do. `revision`: a new name for each change of the table, which is too large for a key. */
export const importPreviewQuery = (table: ImportTable, revision: string) =>
  queryOptions({
    queryKey: userKey('import', revision),
    queryFn: ({ signal }) => call(previewImport, { body: table }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Imports a table. It may concern any project, operation and work center. Its screen shows errors. */
export const commitImportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ idempotencyKey, ...body }: ImportCommit & { idempotencyKey: string }) =>
      call(commitImport, { body }, { idempotencyKey, source: 'import' }),
    onSuccess: () => client.invalidateQueries({ queryKey: tenantScope() }),
    meta: { handled: true },
  })
