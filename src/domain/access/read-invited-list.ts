import { UserCreateInput } from '#contract/users.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { accessNames } from './access-words.ts'

/** One line of a pasted list of people to invite. */
export interface InvitedLine {
  /** From 1, as editors count lines. */
  readonly number: number
  readonly text: string
  readonly person: { readonly email: string; readonly name: string; readonly access: MemberAccess } | null
  /** Why the line invites no person. */
  readonly problem: string | null
}

/** Most people who are invited at once. */
export const mostInvited = 200

const cellsOf = (text: string): string[] => {
  const separator = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? ','
  return text.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

const isHeading = (text: string): boolean => /^e-?mail$/i.test(cellsOf(text)[0] ?? '')

const accessNamed = (word: string): MemberAccess | undefined =>
  memberAccesses.find((access) => [access, accessNames[access].toLowerCase()].includes(word.toLowerCase()))

const readLine = (text: string): Pick<InvitedLine, 'person' | 'problem'> => {
  const refuse = (problem: string) => ({ person: null, problem })
  const [email = '', name = '', word = '', ...more] = cellsOf(text)
  if (more.some((cell) => cell !== '')) return refuse('Only email, name and access are expected.')
  const access = word === '' ? 'plan' : accessNamed(word)
  if (!access) return refuse(`“${word}” is no access. It is Viewer, Reporter, Planner or Admin.`)
  const { success, error, data } = UserCreateInput.safeParse({ email, name, access })
  return success
    ? { person: { email: data.email, name: data.name, access }, problem: null }
    : refuse(error.issues[0]?.message ?? 'Not a valid value')
}

/**
 * Reads a pasted list: `email, name, access` on each line, with commas, semicolons or tabs. Without an access, the person plans. Empty
 * lines and a heading are passed over. `taken` says why an e-mail (in lower case) cannot be invited.
 */
export const readInvitedList = (list: string, taken: ReadonlyMap<string, string>): InvitedLine[] => {
  const lines = list.split(/\r?\n/).map((text, index) => ({ number: index + 1, text: text.trim() }))
  const firstAt = new Map<string, number>()
  return lines
    .filter(({ text }, index) => text !== '' && !(index === 0 && isHeading(text)))
    .map(({ number, text }) => {
      const { person, problem } = readLine(text)
      if (!person) return { number, text, person, problem }
      const email = person.email.toLowerCase()
      const first = firstAt.get(email)
      if (first === undefined) firstAt.set(email, number)
      const again = first === undefined ? (taken.get(email) ?? null) : `The same email as on line ${first}.`
      return { number, text, person, problem: again }
    })
}
