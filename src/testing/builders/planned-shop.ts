import type { ProposalChange } from '#contract/proposals.ts'
import { dayMs } from '#domain/time/units.ts'
import type { CallAs } from '../call-as.ts'
import type { TestServer } from '../server-harness.ts'
import { buildCategory } from './build-category.ts'
import { buildOperation } from './build-operation.ts'
import { buildProject } from './build-project.ts'
import type { TestTenant } from './build-tenant.ts'

export interface PlannedShop {
  readonly tenant: TestTenant
  readonly admin: CallAs
  readonly planner: CallAs
  /** The one work center of all operations. */
  readonly sawId: string
  /** A planner who is limited to one work center. */
  plannerOf(categoryId: string): Promise<CallAs>
  /** Makes the last operation of a project take three days: that of the first one moves both, that of the second one its own. */
  longer(project: 0 | 1): ProposalChange
}

/** A shop of two projects with two operations of a day each, one after the other on the same saw. */
export const plannedShop = async (server: TestServer): Promise<PlannedShop> => {
  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId: sawId } = await buildCategory(ctx, { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  const operations: { projectId: string; operationId: string }[] = []
  for (const index of [0, 1]) {
    const { projectId } = await buildProject(ctx, {
      projectName: `Press ${index}`,
      plannedShipDate: new Date(nowMs + (2 + 2 * index) * dayMs).toISOString(),
    })
    for (const [step, name] of ['Cut', 'Bore'].entries()) {
      const startMs = nowMs + (index * 2 + step) * dayMs
      const { operationId } = await buildOperation(ctx, projectId, {
        name,
        durationHours: 24,
        categoryId: sawId,
        scheduledStartDate: new Date(startMs).toISOString(),
        scheduledEndDate: new Date(startMs + dayMs).toISOString(),
        pinned: false,
      })
      operations.push({ projectId, operationId })
    }
  }
  return {
    tenant,
    sawId,
    admin: server.as(tenant.admin),
    planner: server.as(tenant.planner),
    plannerOf: async (categoryId) => {
      const memberOf = [{ tenantId: tenant.tenantId, workCenterIds: [categoryId] }]
      return server.as(await server.newUser({ memberOf }))
    },
    longer: (project) => {
      const operation = operations[project * 2 + 1]
      if (!operation) throw new Error('The shop has four operations')
      return { kind: 'operation', ...operation, fields: { durationHours: 72 } }
    },
  }
}
