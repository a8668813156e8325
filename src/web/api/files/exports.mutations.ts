import { mutationOptions } from '@tanstack/react-query'
import { type ExportFormat, exportOperationTable, exportProjects } from '#contract/exports.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { fetchFile } from './fetch-file.ts'
import { fileHref } from './file-href.ts'

/** A file with projects and their operations. */
export const exportProjectsMutation = () =>
  mutationOptions({
    mutationFn: (body: { projectIds: string[]; format: ExportFormat }) => fetchFile(exportProjects, body),
  })

/** Address of the file with all operations that match, which an import reads back. */
export const operationTableHref = (query: OperationQuery, format: ExportFormat): string =>
  fileHref(exportOperationTable.path, { ...query, format })
