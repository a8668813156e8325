import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { HistoryAction, HistoryEntity } from './history.ts'
import { CreatedProject } from './scheduling-runs.ts'
import { HistorySource } from './vocabulary.ts'

/**
 * The description of a change set as a code with parameters: 'moved 3 operations of #1042' is composed on screen. A
 * change set is everything that one request (or one run) wrote; its id is the `X-Request-Id` of the answer.
 */
export const ChangeSummary = z.object({
  /** The kind of its main record: deleting a project with 50 operations counts as one deleted project. */
  entity: HistoryEntity,
  action: HistoryAction,
  /** Number of records of that kind and action. */
  count: z.int(),
  /** The name of a single record; null if there are several. */
  name: z.nullable(z.string()),
  /** Number of their project; null if there is none or more than one. */
  projectNumber: z.nullable(z.string()),
  /** Changed fields, at most 12; for updates. */
  fields: z.array(z.string()),
})
export type ChangeSummary = z.infer<typeof ChangeSummary>

/** Why a change set cannot currently be undone (or redone). */
const undoRefusals = ['undone', 'notUndone', 'never', 'adminOnly', 'noRight', 'runGone'] as const
export type UndoRefusal = (typeof undoRefusals)[number]
const Refusal = z.nullable(z.enum(undoRefusals))

export const Change = z.object({
  changeId: z.string(),
  at: Instant,
  userId: z.string(),
  userName: z.string(),
  source: HistorySource,
  summary: ChangeSummary,
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /** Why it cannot be undone or redone; null if it can. */
  undoRefusal: Refusal,
  redoRefusal: Refusal,
})
export type Change = z.infer<typeof Change>

/**
 * Why something could not be restored: it was `changed` later; it is `gone`; it is `inUse` by something newer; its
 * number or name is `taken` by another record; a record that it refers to is `missing`; it would close a `cycle` of
 * dependencies; its project is `full`; it is `there` already.
 */
const leftReasons = ['changed', 'gone', 'inUse', 'taken', 'missing', 'cycle', 'full', 'there'] as const
export const LeftItem = z.object({
  entity: HistoryEntity,
  entityId: z.string(),
  name: z.string(),
  /** null = the whole record. */
  field: z.nullable(z.string()),
  /** Who made the later change, if known. */
  by: z.nullable(z.string()),
  reason: z.enum(leftReasons),
})
export type LeftItem = z.infer<typeof LeftItem>

/** An undo is a change set of its own, and a redo undoes it. */
export const UndoAnswer = z.object({
  /** The change set of the undo; it is empty if nothing could be restored. */
  changeId: z.string(),
  /** The change set that was undone or redone. */
  of: z.string(),
  summary: ChangeSummary,
  restored: z.int(),
  /** At most 200; `leftCount` is the total. */
  left: z.array(LeftItem),
  leftCount: z.int(),
})
export type UndoAnswer = z.infer<typeof UndoAnswer>

const params = z.object({ changeId: z.string().check(z.maxLength(64)) })

export const listChanges = endpoint({
  method: 'GET',
  path: '/changes',
  access: 'tenant',
  summary: 'The newest 100 change sets of the organization, and whether each can be undone or redone',
  failed: 'Failed to fetch changes',
  response: z.array(Change),
})

/** 404 if unknown, 403 if it requires an admin, 422 if it is already undone or cannot be undone. */
export const undoChange = endpoint({
  method: 'POST',
  path: '/changes/:changeId/undo',
  access: 'reportWork',
  summary: 'Undo a change set: fields that nobody changed since are restored, the others are left and listed',
  failed: 'Failed to undo',
  params,
  response: UndoAnswer,
})
export const redoChange = endpoint({
  method: 'POST',
  path: '/changes/:changeId/redo',
  access: 'reportWork',
  summary: 'Redo a change set that was undone',
  failed: 'Failed to redo',
  params,
  response: UndoAnswer,
})

/** Asks for confirmation, because the undo would revert a whole run with many operations, which a single key press may not intend. */
export const RunUndoQuestion = z.object({
  /** The change set to undo on confirmation. */
  changeId: z.string(),
  startedAt: Instant,
  /** Over all projects, over some, or over the one with `projectNumber`. */
  scope: z.enum(['all', 'some', 'project']),
  projectNumber: z.nullable(z.string()),
  /** Number of operations that the run moved. */
  changedOperations: z.int(),
  /** As in the run. */
  movedAsForecast: z.optional(z.int()),
  madeBy: z.optional(z.enum(['proposal', 'promiseDate'])),
  created: z.optional(CreatedProject),
})
export type RunUndoQuestion = z.infer<typeof RunUndoQuestion>

/** Newer changes of the person that cannot be undone (or redone), so that an older one was. */
export const SkippedChanges = z.object({
  count: z.int(),
  /** The newest of them, and the reason. */
  summary: ChangeSummary,
  refusal: z.enum(undoRefusals),
})
export type SkippedChanges = z.infer<typeof SkippedChanges>
const Skipped = z._default(z.nullable(SkippedChanges), null)

/** `done` null without a `question` = there is nothing to undo. */
export const undoLast = endpoint({
  method: 'POST',
  path: '/changes/undo-last',
  access: 'reportWork',
  summary: 'Undo the newest change set of the person who asks',
  failed: 'Failed to undo',
  /** `asksBeforeRun`: instead of undoing a whole run, return a question. */
  body: z.optional(z.object({ asksBeforeRun: z.optional(z.boolean()) })),
  response: z.object({
    done: z.nullable(UndoAnswer),
    question: z._default(z.nullable(RunUndoQuestion), null),
    skipped: Skipped,
  }),
})
/** A change after an undo makes a redo impossible. */
export const redoLast = endpoint({
  method: 'POST',
  path: '/changes/redo-last',
  access: 'reportWork',
  summary: 'Redo what the person who asks undid last',
  failed: 'Failed to redo',
  response: z.object({ done: z.nullable(UndoAnswer), skipped: Skipped }),
})
