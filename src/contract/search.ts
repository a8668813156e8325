import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerText, Id, Line, preprocess } from './fields.ts'
import { ProjectPhase } from './vocabulary.ts'

/** A project or an operation to jump to. */
export const SearchHit = z.object({
  kind: z.enum(['project', 'operation']),
  /** Id of the project or operation. */
  id: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  currentPhase: ProjectPhase,
  /** Null for a project. */
  operationName: z.nullable(z.string()),
  /** Of an operation; empty if it has none. */
  partNumber: AnswerText(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const maxSearchLength = 100
export const maxSearchIds = 10

/** Every word must match: in number, name, short name or customer of a project, or in an operation's name or part number or its project's number. */
export const searchRecords = endpoint({
  method: 'GET',
  path: '/search',
  access: 'tenant',
  summary: 'Projects and operations by number, name or part number, the best 20 of each; or by id',
  failed: 'Failed to search',
  query: z.object({
    q: z._default(Line(maxSearchLength), ''),
    ids: preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(Id).check(z.maxLength(maxSearchIds)),
    ),
  }),
  response: z.array(SearchHit),
})
