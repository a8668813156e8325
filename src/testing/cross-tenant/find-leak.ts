import { shortId } from '#domain/columns.ts'
import type { TestAnswer } from '../call-as.ts'
import { type CanaryTenant, idKinds } from './canary-tenant.ts'

/** Data of `others` in an answer that the request did not contain; null = none. `adopted` are operations created with their ids. */
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
      const isSeen = (id: string) => seen.includes(id) || answer.text.includes(shortId(id))
      const id = ids[kind].find((candidate) => isSeen(candidate) && isTheirs(candidate))
      if (id) return `the id of a ${kind} of ${marker}`
    }
  }
  return null
}
