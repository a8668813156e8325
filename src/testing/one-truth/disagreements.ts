/** Facts about one record on one screen; undefined = not displayed. */
export type Said = Readonly<Record<string, unknown>>

/** Facts on one screen, file or list, by record name. */
export interface Screen {
  readonly name: string
  readonly records: ReadonlyMap<string, Said>
}

/** The value as sent in JSON: without minus zero, and with dates as text. */
const asText = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/**
 * Every fact on which two screens disagree: "forecast says latenessDays of project 3004 is 4, dashboard says 3". A fact
 * on a single screen is not compared, and a missing fact is no disagreement.
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

/** How many screens show each fact: a fact on a single screen is compared with nothing. */
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
