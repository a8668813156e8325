import type { Project } from '#contract/projects.ts'
import type { Write } from '../records/write-tenant.ts'

interface Scrapped {
  readonly reportId: string
  readonly project: Pick<Project, 'projectId' | 'projectNumber' | 'projectName'>
  readonly operation: { readonly operationId: string; readonly name: string; readonly quantity: number | null }
  readonly scrap: number
  readonly reason: string
}

/** The key of the notification about the scrap of a report, with which undoing the report withdraws it. */
export const scrapKey = (reportId: string): string => `piecesScrapped:${reportId}`

/** Notifies the planners of a project that the floor scrapped pieces: once for each report. */
export const notifyOfScrap = ({ record }: Write, { reportId, project, operation, scrap, reason }: Scrapped): void => {
  const { projectId, projectNumber, projectName } = project
  const { operationId, name: operationName, quantity } = operation
  const about = { projectId, projectNumber, projectName: projectName || 'Unnamed Project', operationId, operationName }
  record.notify({
    to: { plannersOf: projectId },
    cause: { code: 'piecesScrapped', ...about, scrap, quantity, reason },
    subject: { kind: 'scrap', projectId, operationId },
    key: scrapKey(reportId),
  })
}
