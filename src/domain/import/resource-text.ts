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

/** Whether a column lists the resources of a task, as MS Project writes them: 'Saw[50%],Ana'. */
export const listsResources = (header: string): boolean => listHeaders.has(headerWords(header))

/** The names of such a list, without how much of each is used. */
export const readResources = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((name) => name.replace(/\[[^\]]*\]\s*$/, '').trim())
    .filter((name) => name !== '')

/** What the shop knows of a name. */
export interface KnownNames {
  readonly isCenter: (name: string) => boolean
  readonly isPool: (name: string) => boolean
}

/** What an operation needs of a list of resources: a work center that the shop knows, else the first that is no pool; besides it one pool. */
export const chooseNeeds = (
  names: readonly string[],
  { isCenter, isPool }: KnownNames,
): { readonly center: string | null; readonly pool: string | null; readonly others: readonly string[] } => {
  const center = names.find(isCenter) ?? names.find((name) => !isPool(name)) ?? null
  const besides = names.filter((name) => name !== center)
  const pool = besides.find(isPool) ?? besides.find((name) => !isCenter(name)) ?? null
  return { center, pool, others: besides.filter((name) => name !== pool) }
}
