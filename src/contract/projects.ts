import { z } from 'zod/mini'
import { AnswerDate, AnswerWord, WholeNumber } from './answer-fields.ts'
import { IdColumn, ListColumn, NullableColumn, NumberColumn, StepColumn, TextColumn } from './columns.ts'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { errorCodes } from './errors.ts'
import {
  AnswerId,
  AnswerText,
  Id,
  LongText,
  OptionalName,
  Priority,
  ProgressPercent,
  preprocess,
  recordFields,
} from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { Quantity } from './operations.ts'
import { DecimalNumber, withOtherNames } from './other-names.ts'
import { SinceQuery, sinceFields } from './since.ts'
import { readStatus } from './status-words.ts'
import { ProjectPhase, ProjectState, ProjectStatus, projectPhases, projectStatuses } from './vocabulary.ts'

const ProjectedFrom = z.enum(['schedule', 'shipDate', 'none'])
const CurrentOperation = z.object({ name: z.string(), categoryId: z.nullable(z.string()), running: z.boolean() })

/** When a project will be done, as likely as the samples of its forecast say. */
export const ProjectOdds = z.object({
  /** Done by then in half, 80 and 90 % of the samples. */
  p50: z.string(),
  p80: z.string(),
  p90: z.string(),
  /** Chance to be done by the planned ship date, 0 to 1; null = it has none. */
  onTimeChance: z.nullable(z.number()),
})
export type ProjectOdds = z.infer<typeof ProjectOdds>

/**
 * A project with the data that planners decide on, so that no list needs another request for each row. Fields that
 * another server leaves out get their defaults.
 */
export const ProjectFields = z.object({
  projectId: AnswerId,
  projectNumber: AnswerText(),
  projectName: AnswerText(),
  shortName: AnswerText(),
  customerName: AnswerText(),
  /** 0 to 100, higher is more urgent. */
  priority: withUsual(WholeNumber, 50),
  /** The specified defaults apply if the phase or the status is missing. */
  status: AnswerWord(projectStatuses, ProjectStatus, 'New'),
  currentPhase: AnswerWord(projectPhases, ProjectPhase, 'engineering'),
  /** The status as written by another server, if it is not one of ours. */
  statusText: ifReadable(z.string()),
  /** 0 to 100: completed hours relative to planned hours, otherwise the typed value. */
  progressPercentage: withUsual(DecimalNumber, 0),
  customerReleaseDate: AnswerDate,
  engineeringReleaseDate: AnswerDate,
  productionStartDate: AnswerDate,
  plannedShipDate: AnswerDate,
  actualShipDate: AnswerDate,
  description: AnswerText(),
  operationCount: withUsual(z.int(), 0),
  completedOperationCount: withUsual(z.int(), 0),
  heldOperationCount: withUsual(z.int(), 0),
  hoursLeft: withUsual(z.number(), 0),
  hoursPlanned: withUsual(z.number(), 0),
  /** Latest scheduled end of the operations, otherwise the ship date, whatever the phase; null = 'Not set'. */
  projectedCompletionDate: AnswerDate,
  projectedFrom: withUsual(ProjectedFrom, 'none'),
  /** When its work will end if the plan is followed from now on; null = no forecast. */
  forecastCompletionDate: AnswerDate,
  /** Calendar days from the ship date to the forecast completion; negative = early; null = no forecast or no ship date. */
  latenessDays: withUsual(z.nullable(z.int()), null),
  /** Calendar days since the ship date of an unshipped project; null = the date has not passed, or the project is shipped or cancelled. */
  pastDueDays: withUsual(z.nullable(z.int()), null),
  state: withUsual(ProjectState, 'unscheduled'),
  /** null = too little is known about how long its work takes, or it is done. */
  odds: withUsual(z.nullable(ProjectOdds), null),
  /** The work center because of which too little is known; null = none in particular, or it has odds. */
  oddsGap: withUsual(z.nullable(z.string()), null),
  /** The operation in progress, otherwise the next one. */
  currentOperation: withUsual(z.nullable(z.extend(CurrentOperation, { operationId: z.string() })), null),
  ...recordFields,
})
export const Project = withOtherNames(preprocess(readStatus(projectStatuses, 'New'), ProjectFields))
export type Project = z.infer<typeof Project>

/** The fields of a project that lists, boards and forms use. A browser caches all projects. */
export type ListedProject = Omit<
  Project,
  'createdAt' | 'modifiedAt' | 'modifiedBy' | 'heldOperationCount' | 'hoursPlanned' | 'currentOperation'
> & {
  readonly currentOperation: z.infer<typeof CurrentOperation> | null
}

export const ProjectInput = z.object({
  projectName: z.optional(OptionalName('Project name')),
  projectNumber: z.optional(OptionalName('Project number', 60)),
  shortName: z.optional(OptionalName('Short name', 60)),
  customerName: z.optional(OptionalName('Customer')),
  priority: z.optional(Priority),
  status: z.optional(ProjectStatus),
  currentPhase: z.optional(ProjectPhase),
  progressPercentage: z.optional(ProgressPercent),
  customerReleaseDate: z.optional(DateInput),
  engineeringReleaseDate: z.optional(DateInput),
  productionStartDate: z.optional(DateInput),
  plannedShipDate: z.optional(DateInput),
  actualShipDate: z.optional(DateInput),
  description: z.optional(LongText),
})
export type ProjectInput = z.infer<typeof ProjectInput>

const params = z.object({ id: Id })

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  access: 'tenant',
  summary: 'Projects with their figures',
  failed: 'Failed to fetch projects',
  response: z.array(Project),
})
/** Listed projects, a column for each field (`domain/projects/wire-projects.ts`). Dates are epoch ms, 0 = none. */
const ProjectRows = z.object({
  projectId: IdColumn,
  projectNumber: TextColumn,
  projectName: TextColumn,
  shortName: TextColumn,
  customerName: ListColumn(z.string()),
  description: TextColumn,
  priority: NumberColumn,
  status: ListColumn(ProjectStatus),
  currentPhase: ListColumn(ProjectPhase),
  progressPercentage: NumberColumn,
  customerReleaseDate: StepColumn,
  engineeringReleaseDate: StepColumn,
  productionStartDate: StepColumn,
  plannedShipDate: StepColumn,
  actualShipDate: StepColumn,
  operationCount: NumberColumn,
  completedOperationCount: NumberColumn,
  hoursLeft: NumberColumn,
  projectedCompletionDate: StepColumn,
  projectedFrom: ListColumn(ProjectedFrom),
  forecastCompletionDate: StepColumn,
  latenessDays: NullableColumn,
  pastDueDays: NullableColumn,
  odds: ListColumn(z.nullable(ProjectOdds)),
  oddsGap: ListColumn(z.nullable(z.string())),
  state: ListColumn(ProjectState),
  currentOperation: ListColumn(z.nullable(CurrentOperation)),
  version: NumberColumn,
})
export type ProjectRows = z.infer<typeof ProjectRows>

/** What a browser asks for in place of `listProjects`: a tenth of it, and then only what changed. */
export const ProjectsAnswer = z.object({
  ...sinceFields,
  /** Today in the organization's zone, counted from 1970-01-01. An answer from another day cannot be patched. */
  day: z.int(),
  rows: ProjectRows,
})
export type ProjectsAnswer = z.infer<typeof ProjectsAnswer>

export const getProjectColumns = endpoint({
  method: 'GET',
  path: '/projects/columns',
  access: 'tenant',
  summary: 'Projects as columns, for lists and boards: all of them, or what changed since an answer before',
  failed: 'Failed to fetch projects',
  query: SinceQuery,
  response: ProjectsAnswer,
})
export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  access: 'tenant',
  summary: 'One project',
  failed: 'Failed to fetch project with operations',
  params,
  response: Project,
})
export const postProject = endpoint({
  method: 'POST',
  path: '/projects',
  access: 'planProjects',
  summary: 'Create a project',
  failed: 'Failed to create project',
  bodyNames: 'PascalCase',
  body: withOtherNames(ProjectInput),
  response: Project,
  status: 201,
})
/** What a copy does not take from its project. */
export const ProjectCopy = z.extend(
  z.pick(ProjectInput, { projectName: true, projectNumber: true, customerName: true, plannedShipDate: true }),
  {
    /** Quantity for operations with hours per piece; absent = unchanged. */
    quantity: z.optional(Quantity),
  },
)
export type ProjectCopy = z.infer<typeof ProjectCopy>
/** Copies the work and its order, but no dates, progress, holds, notes or material. 409 (number in use), 422 (too many hours). */
export const copyProject = endpoint({
  method: 'POST',
  path: '/projects/:id/copy',
  access: 'planProjects',
  summary: 'Create a project with the same operations',
  failed: 'Failed to create project',
  params,
  body: ProjectCopy,
  response: Project,
  status: 201,
})
export const putProject = endpoint({
  method: 'PUT',
  path: '/projects/:id',
  access: 'planProjects',
  summary: 'Change a project (its form)',
  failed: 'Failed to update project',
  bodyNames: 'PascalCase',
  params,
  body: withOtherNames(ProjectInput),
  response: Project,
  versioned: true,
})
/** A phase by itself is subject to the board's move rule (422 'Invalid move - this transition is not allowed'). */
export const patchProject = endpoint({
  method: 'PATCH',
  path: '/projects/:id',
  access: 'planProjects',
  summary: 'Change some fields of a project (board, table)',
  failed: 'Failed to update project',
  bodyNames: 'PascalCase',
  params,
  body: withOtherNames(ProjectInput),
  response: Project,
  versioned: true,
})
/** One change set for all successful changes; each project is refused separately, for the same reasons as in `patchProject`. */
export const patchProjects = endpoint({
  method: 'PATCH',
  path: '/projects',
  access: 'planProjects',
  summary: 'Change some fields of several projects, each for itself',
  failed: 'Failed to update project',
  body: z.object({
    changes: z
      .array(z.object({ projectId: Id, fields: withOtherNames(ProjectInput), expectedVersion: z.optional(z.int()) }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({
    /** In the order of the request. */
    results: z.array(
      z.object({
        projectId: z.string(),
        /** null if it was changed. */
        refusal: z.nullable(z.object({ code: z.enum(errorCodes), error: z.string() })),
      }),
    ),
  }),
})
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/projects/:id',
  access: 'deleteProject',
  summary: 'Delete a project and its operations',
  failed: 'Failed to delete project',
  params,
  response: z.undefined(),
  status: 204,
})
