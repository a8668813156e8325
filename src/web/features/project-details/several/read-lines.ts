import type { Category } from '#contract/categories.ts'
import { DurationHours, Line } from '#contract/fields.ts'

export interface ReadLine {
  readonly name: string
  readonly durationHours: number
  readonly categoryId: string | null
}

export interface ReadLines {
  readonly operations: readonly ReadLine[]
  /** One sentence for each line that cannot be read: 'Line 3: ...'. */
  readonly problems: readonly string[]
}

const hoursOf = (text: string) => DurationHours.safeParse(text === '' ? 0 : text.replace(',', '.'))

/** Reads lines as operations: name, hours and work center, separated by tabs or semicolons. Empty lines are skipped. */
export const readLines = (text: string, categories: readonly Category[]): ReadLines => {
  const operations: ReadLine[] = []
  const problems: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const refuse = (problem: string) => problems.push(`Line ${index + 1}: ${problem}`)
    const [name = '', hours = '', center = ''] = line.split(/[\t;]/).map((part) => part.trim())
    const category = categories.find((item) => item.name.toLowerCase() === center.toLowerCase())
    const read = hoursOf(hours)
    const named = Line().safeParse(name)
    if (name === '') refuse('the name is missing')
    else if (!named.success) refuse(`${named.error.issues[0]?.message}`)
    else if (!read.success) refuse(`“${hours}” is not a number of hours`)
    else if (center !== '' && !category) refuse(`there is no work center “${center}”`)
    else operations.push({ name, durationHours: Number(read.data), categoryId: category?.categoryId ?? null })
  }
  return { operations, problems }
}
