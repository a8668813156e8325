import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  deleteScheduledExport,
  patchScheduledExport,
  postScheduledExport,
  type ScheduledExport,
  type ScheduledExportInput,
  sendScheduledExport,
} from '#contract/scheduled-exports.ts'
import { call } from '#web/api/client.ts'
import { dataSourcesKey } from './data-sources.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: dataSourcesKey('exports') })

/** The form shows errors. */
export const createExportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ScheduledExportInput) => call(postScheduledExport, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

interface ExportChange {
  readonly of: Pick<ScheduledExport, 'exportId' | 'version'>
  readonly change: Partial<ScheduledExportInput> & { readonly isPaused?: boolean }
}

/** A change of the version that the reader saw. The form shows errors. */
export const changeExportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ of: { exportId, version }, change }: ExportChange) =>
      call(patchScheduledExport, { params: { id: exportId }, body: change }, { ifMatch: version }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

/** The dialog closes in any case, and a toast shows errors. */
export const deleteExportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (exportId: string) => call(deleteScheduledExport, { params: { id: exportId } }),
    onSettled: () => invalidate(client),
  })

/** Has an export sent, which happens later. A toast shows errors. */
export const sendExportMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (exportId: string) => call(sendScheduledExport, { params: { id: exportId } }),
    onSettled: () => invalidate(client),
  })
