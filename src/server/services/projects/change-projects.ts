import type { z } from 'zod'
import type { ProjectInput, patchProjects } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { changeProjectWithin } from './change-project.ts'

export interface ProjectChange {
  readonly projectId: string
  readonly fields: ProjectInput
  readonly expectedVersion?: number | undefined
}

type Results = z.output<(typeof patchProjects)['response']>['results']

/** Changes several projects in one transaction and one change set; a project that is refused keeps nobody else back. */
export const changeProjects = (
  ctx: TenantContext,
  { changes }: { readonly changes: readonly ProjectChange[] },
): Promise<Results> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const results: Results = []
    for (const { projectId, fields, expectedVersion = null } of changes) {
      try {
        await changeProjectWithin(ctx, tx, record, { projectId, input: fields, expectedVersion, as: 'part' })
        results.push({ projectId, refusal: null })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        results.push({ projectId, refusal: { code: error.code, error: error.message } })
      }
    }
    return results
  })
