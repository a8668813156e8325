import * as contract from '#contract/imports.ts'
import { commitImport, previewImport } from '../../services/imports/import-projects.ts'
import { readImport } from '../../services/imports/read-import.ts'
import { commitSettingsImport, previewSettingsImport } from '../../services/imports/settings/import-settings.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const importsRoutes: readonly ServedRoute[] = [
  serve(contract.readImport, ({ ctx, body }) => readImport(ctx, { source: body })),
  serve(contract.previewImport, ({ ctx, body }) => previewImport(ctx, { table: body })),
  serve(contract.commitImport, ({ ctx, body }) => commitImport(ctx, { input: body })),
  serve(contract.previewSettingsImport, ({ ctx, body }) => previewSettingsImport(ctx, { table: body })),
  serve(contract.commitSettingsImport, ({ ctx, body }) => commitSettingsImport(ctx, { input: body })),
]
