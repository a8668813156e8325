import * as contract from '#contract/promise-date.ts'
import { askPromiseDate } from '../../services/promise-date/ask-promise-date.ts'
import { askPromiseOdds } from '../../services/promise-date/ask-promise-odds.ts'
import { createPromisedProject } from '../../services/promise-date/create-promised-project.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const promiseDateRoutes: readonly ServedRoute[] = [
  serve(contract.askPromiseDate, ({ ctx, body }) => askPromiseDate(ctx, { question: body })),
  serve(contract.askPromiseOdds, ({ ctx, body }) => askPromiseOdds(ctx, body)),
  serve(contract.createPromisedProject, ({ ctx, body }) => createPromisedProject(ctx, body)),
]
