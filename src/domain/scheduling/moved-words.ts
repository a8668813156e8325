interface Moved {
  /** All operations that move, and those of them that get the dates of the forecast. */
  readonly moved: number
  readonly asForecast?: number | undefined
}

type Tense = 'would' | 'did'

const count = (number: number): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? 'operation' : 'operations'}`

const asForecastWords = { would: 'would stand where the forecast has', did: 'now stand where the forecast had' }

/**
 * '10 operations moved; 123 more were behind plan and now stand where the forecast had them', without a full stop. The two numbers add up
 * to all operations that move.
 */
export const movedWords = ({ moved, asForecast = 0 }: Moved, tense: Tense): string => {
  const own = moved - asForecast
  const would = tense === 'would' ? 'would move' : 'moved'
  if (asForecast === 0) return `${count(own)} ${would}`
  const one = asForecast === 1
  const stand = one && tense === 'did' ? 'now stands where the forecast had' : asForecastWords[tense]
  const behind = `${one ? 'was' : 'were'} behind plan and ${stand} ${one ? 'it' : 'them'}`
  if (own === 0) return `${count(asForecast)} ${behind}`
  return `${count(own)} ${would}; ${asForecast.toLocaleString('en-US')} more ${behind}`
}
