/** What one screen says of one record, by the fact: undefined = it says nothing of it. */
export type Said = Readonly<Record<string, unknown>>

/** What one screen, file or list says, by what its records are called. */
export interface Screen {
  readonly name: string
  readonly records: ReadonlyMap<string, Said>
}

/** The same on the wire: JSON knows no minus zero, and dates are texts. */
const asText = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/**
 * Every fact of which two screens say different things: "forecast says latenessDays of project 3004 is 4, dashboard says 3". What
 * only one screen says cannot be wrong here; a screen that leaves a fact out does not contradict.
 */
export const disagreements = (screens: readonly Screen[]): string[] => {
  const first = new Map<string, { screen: string; text: string }>()
  const found: string[] = []
  for (const { name, records } of screens) {
    for (const [record, said] of records) {
      for (const [fact, value] of Object.entries(said)) {
        if (value === undefined) continue
        const key = `${fact} of ${record}`
        const before = first.get(key)
        const text = asText(value)
        if (!before) first.set(key, { screen: name, text })
        else if (before.text !== text)
          found.push(`${before.screen} says ${key} is ${before.text}, ${name} says ${text}`)
      }
    }
  }
  return found
}

/** How many screens say something of a fact, by fact: what only one says is compared with nothing. */
export const timesSaid = (screens: readonly Screen[]): Map<string, number> => {
  const times = new Map<string, number>()
  for (const { records } of screens) {
    const facts = new Set(
      [...records.values()].flatMap((said) => Object.keys(said).filter((of) => said[of] !== undefined)),
    )
    for (const fact of facts) times.set(fact, (times.get(fact) ?? 0) + 1)
  }
  return times
}
