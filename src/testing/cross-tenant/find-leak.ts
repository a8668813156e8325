import type { PackedColumns } from '#contract/packed-columns.ts'
import { unpackIds } from '#domain/schedule/pack-ids.ts'
import type { TestAnswer } from '../call-as.ts'
import { type CanaryTenant, idKinds } from './canary-tenant.ts'

/** The ids in packed form, as in the schedule and the project list. */
const packedIds = ({ body }: TestAnswer): string =>
  [(body as { rows?: Partial<PackedColumns> | Partial<PackedColumns>[] } | null)?.rows ?? []]
    .flat()
    .flatMap(({ texts }) => Object.values(texts ?? {}))
    .flatMap(unpackIds)
    .join()

/** Data of `others` in an answer that the request did not contain; null = none. `adopted` are operations created with their ids. */
export const findLeak = (
  answer: TestAnswer,
  request: { readonly path: string; readonly sentIds: ReadonlySet<string> },
  others: readonly CanaryTenant[],
  adopted: ReadonlySet<string>,
): string | null => {
  const seen = `${answer.text}\n${packedIds(answer)}\n${JSON.stringify(answer.headers)}`.toLowerCase()
  for (const { marker, ids } of others) {
    if (seen.includes(marker) && !request.path.includes(marker)) return `a string of ${marker}`
    for (const kind of idKinds) {
      const isTheirs = (id: string) => !(kind === 'operation' && adopted.has(id)) && !request.sentIds.has(id)
      const id = ids[kind].find((candidate) => seen.includes(candidate) && isTheirs(candidate))
      if (id) return `the id of a ${kind} of ${marker}`
    }
  }
  return null
}
