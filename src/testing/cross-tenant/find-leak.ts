import { packIds } from '#domain/schedule/pack-ids.ts'
import type { TestAnswer } from '../call-as.ts'
import { type CanaryTenant, idKinds } from './canary-tenant.ts'

/** An id as answers write it: in full, or as columns hold it. */
const formsOf = (id: string): string[] => [id, ...[packIds([id])?.toLowerCase()].filter((form) => form !== undefined)]

/** Anything of `others` in an answer, unless the request itself named it; null = nothing. `adopted`: operations made under their ids. */
export const findLeak = (
  answer: TestAnswer,
  request: { readonly path: string; readonly sentIds: ReadonlySet<string> },
  others: readonly CanaryTenant[],
  adopted: ReadonlySet<string>,
): string | null => {
  const seen = `${answer.text}\n${JSON.stringify(answer.headers)}`.toLowerCase()
  for (const { marker, ids } of others) {
    if (seen.includes(marker) && !request.path.includes(marker)) return `a string of ${marker}`
    for (const kind of idKinds) {
      const isTheirs = (id: string) => !(kind === 'operation' && adopted.has(id)) && !request.sentIds.has(id)
      const id = ids[kind].find(
        (candidate) => formsOf(candidate).some((form) => seen.includes(form)) && isTheirs(candidate),
      )
      if (id) return `the id of a ${kind} of ${marker}`
    }
  }
  return null
}
