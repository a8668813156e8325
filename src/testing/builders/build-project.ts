import type { Project, ProjectInput } from '#contract/projects.ts'
import type { TenantContext } from '#server/context.ts'
import { createProject } from '#server/services/projects/write-projects.ts'

/** Stores a project through its service, with the organization's next number. */
export const buildProject = (ctx: TenantContext, overrides: ProjectInput = {}): Promise<Project> =>
  createProject(ctx, { input: { projectName: 'Hydraulic press', currentPhase: 'production', ...overrides } })
