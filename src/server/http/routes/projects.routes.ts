import { listLateParts } from '#contract/late-parts.ts'
import * as contract from '#contract/projects.ts'
import { listRemedies } from '#contract/remedies.ts'
import * as lateness from '../../services/forecasts/list-late-parts.ts'
import * as help from '../../services/forecasts/list-remedies.ts'
import { copyProject } from '../../services/projects/copy-project.ts'
import { getProject, listProjectColumns, listProjects } from '../../services/projects/read-projects.ts'
import { changeProject, changeProjects, createProject, deleteProject } from '../../services/projects/write-projects.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const projectRoutes: readonly ServedRoute[] = [
  serve(contract.listProjects, ({ ctx }) => listProjects(ctx), 'afterForecast'),
  serve(contract.getProjectColumns, ({ ctx, query }) => listProjectColumns(ctx, query), 'afterForecast'),
  serve(contract.getProject, ({ ctx, params }) => getProject(ctx, { projectId: params.id }), 'afterForecast'),
  serve(listLateParts, ({ ctx, params }) => lateness.listLateParts(ctx, params), 'afterForecast'),
  serve(listRemedies, ({ ctx, params }) => help.listRemedies(ctx, params)),
  serve(contract.postProject, ({ ctx, body }) => createProject(ctx, { input: body })),
  serve(contract.copyProject, ({ ctx, params, body }) => copyProject(ctx, { projectId: params.id, copy: body })),
  serve(contract.putProject, ({ ctx, params, body, expectedVersion }) =>
    changeProject(ctx, { projectId: params.id, input: body, expectedVersion, as: 'form' }),
  ),
  serve(contract.patchProject, ({ ctx, params, body, expectedVersion }) =>
    changeProject(ctx, { projectId: params.id, input: body, expectedVersion, as: 'part' }),
  ),
  serve(contract.patchProjects, async ({ ctx, body }) => ({ results: await changeProjects(ctx, body) })),
  serve(contract.deleteProject, async ({ ctx, params }) => {
    await deleteProject(ctx, { projectId: params.id })
    return undefined
  }),
]
