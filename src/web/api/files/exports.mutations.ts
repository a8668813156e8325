import { mutationOptions } from '@tanstack/react-query'
import { type ExportFormat, exportOperationTable, exportProjects, exportShop } from '#contract/exports.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { fetchFile } from './fetch-file.ts'
import { fileHref } from './file-href.ts'

/** Exports projects and their operations to a file. */
export const exportProjectsMutation = () =>
  mutationOptions({
    mutationFn: (body: { projectIds: string[]; format: ExportFormat }) => fetchFile(exportProjects, body),
  })

/** Address of a file with all matching operations, which can be imported again. */
export const operationTableHref = (query: OperationQuery, format: ExportFormat): string =>
  fileHref(exportOperationTable.path, { ...query, format })

/** Address of the whole shop as a file without names, with all dates moved by some weeks. */
export const shopFileHref = (weeks: number): string => fileHref(exportShop.path, { weeks })
