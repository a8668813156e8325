/** Monday first, by initial letters in English and German. */
const names: readonly (readonly string[])[] = [
  ['mon', 'mo'],
  ['tue', 'tu', 'di'],
  ['wed', 'we', 'mi'],
  ['thu', 'th', 'do'],
  ['fri', 'fr'],
  ['sat', 'sa'],
  ['sun', 'su', 'so'],
]
const full: readonly (readonly string[])[] = [
  ['monday', 'montag'],
  ['tuesday', 'tues', 'dienstag'],
  ['wednesday', 'weds', 'mittwoch'],
  ['thursday', 'thur', 'thurs', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag', 'sonnabend'],
  ['sunday', 'sonntag'],
]
const byName = new Map<string, number>(
  [names, full].flatMap((list) => list.flatMap((own, index) => own.map((name): [string, number] => [name, index + 1]))),
)
const groups: Readonly<Record<string, readonly number[]>> = {
  daily: [1, 2, 3, 4, 5, 6, 7],
  'every day': [1, 2, 3, 4, 5, 6, 7],
  all: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  workdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
}

const dayOf = (text: string): number | null => {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return /^[1-7]$/.test(name) ? Number(name) : (byName.get(name) ?? null)
}

/** Weekdays (1 = Monday) of 'Mon', 'Mon-Fri', 'Mo, Mi', '1-5' or 'weekdays'; null if any part is unreadable. */
export const readWeekdays = (text: string): number[] | null => {
  const days = new Set<number>()
  for (const part of text.split(/[,;/+&\n]/).filter((one) => one.trim() !== '')) {
    const group = groups[part.trim().toLowerCase()]
    const [first, last, ...more] = part.split(/\s*(?:[-–]|\bto\b|\bbis\b)\s*/i)
    const [from, to] = [dayOf(first ?? ''), last === undefined ? dayOf(first ?? '') : dayOf(last)]
    if (group) for (const day of group) days.add(day)
    else if (from === null || to === null || more.length > 0) return null
    else for (let step = 0; step <= (to - from + 7) % 7; step += 1) days.add(((from - 1 + step) % 7) + 1)
  }
  return days.size > 0 ? [...days].sort((a, b) => a - b) : null
}
