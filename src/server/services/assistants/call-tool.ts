import { z } from 'zod/mini'
import { type AssistantTool, assistantTools, type ToolInput } from '#contract/assistant-tools.ts'
import type { FieldProblem } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { may } from '#domain/access/rights.ts'
import { AppError, ForbiddenError, ValidationError } from '../../errors.ts'
import { CallerLeftError } from '../../waiting-caller.ts'
import { noteCall } from './call-log.ts'
import { whenCouldWeShipTool, whoIsFreeTool, workCenterDayTool } from './capacity-tools.ts'
import {
  addToProposalTool,
  applyProposalTool,
  discardProposalTool,
  proposeTool,
  readProposalTool,
} from './proposal-tools.ts'
import { findTool, projectTool, whatsLateTool, whatWouldHelpTool, whyLateTool } from './reading-tools.ts'
import type { AssistantCaller, ToolAnswer } from './tool-answer.ts'

type Tools = { readonly [T in AssistantTool]: (caller: AssistantCaller, input: ToolInput<T>) => Promise<ToolAnswer> }

const tools: Tools = {
  find: findTool,
  whats_late: whatsLateTool,
  project: projectTool,
  why_late: whyLateTool,
  what_would_help: whatWouldHelpTool,
  work_center_day: workCenterDayTool,
  who_is_free: whoIsFreeTool,
  when_could_we_ship: whenCouldWeShipTool,
  propose: proposeTool,
  add_to_proposal: addToProposalTool,
  read_proposal: readProposalTool,
  discard_proposal: discardProposalTool,
  apply_proposal: applyProposalTool,
}

/** A refusal as an assistant reads it. */
interface ToolRefusal {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly problems?: readonly FieldProblem[]
    /** The present version of a proposal, for `stale`. */
    readonly currentVersion?: number
    readonly retryAfterSeconds?: number
  }
}

type ToolOutcome =
  | ({ readonly ok: true } & ToolAnswer)
  | {
      readonly ok: false
      readonly refusal: ToolRefusal /** Unexpected error, for the log of the server. */
      readonly fault?: unknown
    }

const mostProblems = 20

const readInput = <T extends AssistantTool>(name: T, args: unknown): ToolInput<T> => {
  const parsed = z.safeParse(assistantTools[name].input, args ?? {})
  if (parsed.success) return parsed.data as ToolInput<T>
  const problems = parsed.error.issues.slice(0, mostProblems)
  throw new ValidationError(
    problems.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    'Some arguments need attention.',
  )
}

const run = async <T extends AssistantTool>(caller: AssistantCaller, name: T, args: unknown): Promise<ToolAnswer> => {
  const { ctx, token } = caller
  const input = readInput(name, args)
  if (assistantTools[name].writes) {
    if (token.scope === 'read') throw new ForbiddenError('This API token can only read.')
    const decision = may(ctx, 'tryPlans')
    if (!decision.ok) throw new ForbiddenError(decision.reason)
    ctx.app.db.assertRoom()
  }
  return tools[name](caller, input)
}

const refusalOf = ({ code, message, problems, currentVersion, retryAfterSeconds }: AppError): ToolRefusal => ({
  error: {
    code,
    message,
    ...(problems && { problems: [...problems] }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  },
})

const unexpected: ToolRefusal = { error: { code: 'internal', message: 'Something went wrong. Please try again.' } }

/** The proposal that a refused call names; null = none. */
const proposalIn = (args: unknown): string | null => {
  const parsed = z.safeParse(z.object({ proposal_id: Id }), args)
  return parsed.success ? parsed.data.proposal_id : null
}

export const isTool = (name: string): name is AssistantTool => Object.hasOwn(assistantTools, name)

/** Answers the call of a tool and notes it in the log. Refusals are answers too; only a caller who has left throws. */
export const callTool = async (caller: AssistantCaller, name: AssistantTool, args: unknown): Promise<ToolOutcome> => {
  const noted = { tool: name, args }
  try {
    const answer = await run(caller, name, args)
    await noteCall(caller, { ...noted, outcome: 'done', answer: answer.text, proposalId: answer.proposalId ?? null })
    return { ok: true, ...answer }
  } catch (error) {
    if (error instanceof CallerLeftError) throw error
    const known = error instanceof AppError && error.code !== 'internal' ? error : null
    const refusal = known ? refusalOf(known) : unexpected
    const outcome = known && known.status < 500 ? 'refused' : 'failed'
    await noteCall(caller, { ...noted, outcome, answer: refusal.error.message, proposalId: proposalIn(args) })
    return { ok: false, refusal, ...(outcome === 'failed' && { fault: error }) }
  }
}
