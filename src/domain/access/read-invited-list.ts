import { UserCreateInput } from '#contract/users.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { accessNames } from './access-words.ts'

interface InvitedPerson {
  readonly email: string
  readonly name: string
  readonly access: MemberAccess
  /** The work centers to which a planner is limited; null = all. */
  readonly workCenterIds: string[] | null
}

/** The existing people and work centers that an invitation list is checked against. */
export interface InvitedAmong {
  /** Why an email (in lower case) cannot be invited. */
  readonly taken: ReadonlyMap<string, string>
  /** Work center ids by lower-case name; null while they are still loading. */
  readonly centers: ReadonlyMap<string, string> | null
}

/** One line of a pasted list of people to invite. */
export interface InvitedLine {
  /** Line number, counted from 1. */
  readonly number: number
  readonly text: string
  readonly person: InvitedPerson | null
  /** Why the line cannot be invited; null if it can. */
  readonly problem: string | null
}

/** Maximum number of people in one list. */
export const mostInvited = 200

const cellsOf = (text: string): string[] => {
  const separator = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? ','
  return text.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

const isHeading = (text: string): boolean => /^e-?mail$/i.test(cellsOf(text)[0] ?? '')

const accessNamed = (word: string): MemberAccess | undefined =>
  memberAccesses.find((access) => [access, accessNames[access].toLowerCase()].includes(word.toLowerCase()))

/** The work centers named by the cells: one per cell, or several in one cell, as spreadsheets write them. */
const centerNamesIn = (cells: readonly string[], centers: InvitedAmong['centers']): string[] => {
  const apart = (text: string, separator: string) =>
    centers?.has(text.trim().toLowerCase()) ? [text] : text.split(separator)
  return cells
    .flatMap((cell) => apart(cell, ';'))
    .flatMap((part) => apart(part, ','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const readLine = (text: string, { centers }: InvitedAmong): Pick<InvitedLine, 'person' | 'problem'> => {
  const refuse = (problem: string) => ({ person: null, problem })
  const [email = '', name = '', word = '', ...more] = cellsOf(text)
  const access = word === '' ? 'plan' : accessNamed(word)
  if (!access) return refuse(`“${word}” is not an access level. Use Viewer, Reporter, Planner or Admin.`)
  const { success, error, data } = UserCreateInput.safeParse({ email, name, access })
  if (!success) return refuse(error.issues[0]?.message ?? 'Not a valid value')
  const person = { email: data.email, name: data.name, access }
  const names = centerNamesIn(more, centers)
  if (names.length === 0) return { person: { ...person, workCenterIds: null }, problem: null }
  if (access !== 'plan') return refuse('Only planners are limited to work centers.')
  if (centers === null) return refuse('The work centers are not loaded. Try again.')
  const unknown = names.find((each) => !centers.has(each.toLowerCase()))
  if (unknown !== undefined) return refuse(`There is no work center “${unknown}”.`)
  const ids = new Set(names.map((each) => centers.get(each.toLowerCase()) ?? ''))
  return { person: { ...person, workCenterIds: [...ids] }, problem: null }
}

/**
 * Parses a pasted list with `email, name, access` on each line, separated by commas, semicolons or tabs. Work centers
 * after the access right limit a planner. The right defaults to `plan`. Empty lines and a heading are skipped.
 */
export const readInvitedList = (list: string, among: InvitedAmong): InvitedLine[] => {
  const lines = list.split(/\r?\n/).map((text, index) => ({ number: index + 1, text: text.trim() }))
  const firstAt = new Map<string, number>()
  return lines
    .filter(({ text }, index) => text !== '' && !(index === 0 && isHeading(text)))
    .map(({ number, text }) => {
      const { person, problem } = readLine(text, among)
      if (!person) return { number, text, person, problem }
      const email = person.email.toLowerCase()
      const first = firstAt.get(email)
      if (first === undefined) firstAt.set(email, number)
      const again = first === undefined ? (among.taken.get(email) ?? null) : `The same email as on line ${first}.`
      return { number, text, person, problem: again }
    })
}
