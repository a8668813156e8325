import type { OperationInput } from '#contract/operations.ts'
import type { MatchedOperation, OperationNames } from '#domain/import/match-operations.ts'
import type { NumberHabit } from '#domain/import/number-habit.ts'
import { type NamedLink, readLinks } from '#domain/import/predecessor-text.ts'

type LinkInput = Pick<
  OperationInput,
  'dependencies' | 'dependencyLagHours' | 'dependencyLagUnits' | 'dependencyMaxLagHours' | 'dependencyOverlapPercent'
>

type Read =
  | {
      readonly ok: true
      readonly input: LinkInput
      /** Problems by link. */
      readonly lost: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** The dependencies of an operation from its cell. `of`: the project, for messages. */
export const readDependencies = (
  text: string,
  own: MatchedOperation,
  { names, numbers, of }: { readonly names: OperationNames; readonly numbers: NumberHabit; readonly of: string },
): Read => {
  const links: (NamedLink & { readonly id: string })[] = []
  const lost: string[] = []
  for (const read of readLinks(text, numbers, (ref) => names.find(ref) !== null)) {
    if (!read.ok) return read
    if (read.lost !== null) lost.push(read.lost)
    if (read.link === null) continue
    const id = names.find(read.link.ref)
    if (id === null) return { ok: false, message: `There is no operation "${read.link.ref}" in ${of}` }
    if (id === 'many')
      return { ok: false, message: `Several operations of ${of} are "${read.link.ref}": use their numbers` }
    if (id === own.operationId) return { ok: false, message: 'An operation cannot wait for itself' }
    links.push({ id, ...read.link })
  }
  const byId = <T>(pick: (link: NamedLink) => T) => Object.fromEntries(links.map((link) => [link.id, pick(link)]))
  return {
    ok: true,
    lost,
    input: {
      dependencies: [...new Set(links.map(({ id }) => id))],
      dependencyLagHours: byId(({ lagHours }) => lagHours),
      dependencyLagUnits: byId(({ lagUnit }) => lagUnit),
      dependencyMaxLagHours: byId(({ maxLagHours }) => maxLagHours),
      dependencyOverlapPercent: byId(({ overlapPercent }) => overlapPercent),
    },
  }
}
