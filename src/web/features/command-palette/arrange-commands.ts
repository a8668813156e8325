import { type Command, type CommandGroup, commandGroups } from './command.ts'
import type { Match, SearchIndex } from './search-index.ts'

/** Maximum number of commands shown. For others, the reader types another letter. */
const shownCommands = 40

export interface Section {
  readonly title: string
  readonly commands: readonly Command[]
}

const inGroups = (commands: readonly Command[], groups: readonly CommandGroup[]): Section[] =>
  groups
    .map((title) => ({ title, commands: commands.filter(({ group }) => group === title) }))
    .filter(({ commands: some }) => some.length > 0)

/** The sections for an empty query: recent commands, then every command except the pins. */
export const openingSections = (commands: readonly Command[], recent: readonly Command[]): Section[] => {
  const known = new Set(recent.map(({ id }) => id))
  const rest = commands.filter(({ id, group }) => !known.has(id) && group !== 'Navigation')
  return [
    ...(recent.length > 0 ? [{ title: 'Recent', commands: recent }] : []),
    ...inGroups(rest.slice(0, shownCommands - recent.length), commandGroups),
  ]
}

const perRecordGroup = 8
/** Distance of the first record from the server. Records keep the order of the server, after exact matches. */
const foundDistance = 0.02

/**
 * The matches for a text in groups, the group with the nearest command first. Commands and loaded projects come from
 * the fuzzy index, other records from the server, which knows all of them.
 */
export const foundSections = (
  query: string,
  commands: SearchIndex<Command>,
  held: SearchIndex<Command>,
  found: readonly Command[],
): Section[] => {
  const near = commands.search(query, shownCommands)
  const fromServer = found.map<Match<Command>>((entry, at) => ({ entry, distance: foundDistance + at * 0.001 }))
  const known = new Set(found.map(({ id }) => id))
  const records = [...fromServer, ...held.search(query, shownCommands).filter(({ entry }) => !known.has(entry.id))]
  const shown = new Map<CommandGroup, Match<Command>[]>()
  for (const match of [...near, ...records]) {
    const { group } = match.entry
    const matches = shown.get(group) ?? []
    const most = group === 'Projects' || group === 'Operations' ? perRecordGroup : shownCommands
    if (matches.length < most) shown.set(group, [...matches, match])
  }
  const nearest = (group: CommandGroup) => Math.min(...(shown.get(group) ?? []).map(({ distance }) => distance))
  let left = shownCommands
  return commandGroups
    .filter((group) => shown.has(group))
    .sort((one, other) => nearest(one) - nearest(other))
    .map((title) => {
      const matches = (shown.get(title) ?? []).slice(0, left)
      left -= matches.length
      return { title, commands: matches.map(({ entry }) => entry) }
    })
    .filter(({ commands: some }) => some.length > 0)
}
