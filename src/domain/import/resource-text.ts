import { headerWords } from './header-words.ts'

const listHeaders: ReadonlySet<string> = new Set([
  'resource names',
  'resources',
  'ressourcennamen',
  'ressourcen',
  'nombres de los recursos',
  'recursos',
  'noms ressources',
  'noms des ressources',
  'ressources',
  'nomi risorse',
  'risorse',
])

/** Whether a column lists the resources of a task, in the format of MS Project: 'Saw[50%],Ana'. */
export const listsResources = (header: string): boolean => listHeaders.has(headerWords(header))

/** Names in such a list, without their percentages. */
export const readResources = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((name) => name.replace(/\[[^\]]*\]\s*$/, '').trim())
    .filter((name) => name !== '')

/** Names of the shop's work centers and pools. */
export interface KnownNames {
  readonly isCenter: (name: string) => boolean
  readonly isPool: (name: string) => boolean
}

/**
 * Picks the work center and the pool of an operation from a list of resources: a known work center, otherwise the first
 * name that is not a pool, and one pool.
 */
export const chooseNeeds = (
  names: readonly string[],
  { isCenter, isPool }: KnownNames,
): { readonly center: string | null; readonly pool: string | null; readonly others: readonly string[] } => {
  const center = names.find(isCenter) ?? names.find((name) => !isPool(name)) ?? null
  const besides = names.filter((name) => name !== center)
  const pool = besides.find(isPool) ?? besides.find((name) => !isCenter(name)) ?? null
  return { center, pool, others: besides.filter((name) => name !== pool) }
}
