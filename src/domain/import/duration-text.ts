import { type NumberHabit, readNumber } from './number-habit.ts'

/** Lengths of the units of work, from the plan or by default. */
export interface WorkUnits {
  readonly hoursPerDay: number
  readonly hoursPerWeek: number
  readonly hoursPerMonth: number
}
export const usualUnits: WorkUnits = { hoursPerDay: 8, hoursPerWeek: 40, hoursPerMonth: 160 }

/** A length of time in hours. */
export interface WrittenDuration {
  readonly hours: number
  /** Whether it is clock time instead of working time. */
  readonly isElapsed: boolean
  /** Whether it uses days, weeks or months, whose hours are assumptions. */
  readonly isAssumed: boolean
}

type Unit = 's' | 'm' | 'h' | 'd' | 'w' | 'mo' | 'y'
/** Words for each unit in the languages of MS Project, without the abbreviation point. */
const unitWords: readonly (readonly [unit: Unit, words: string])[] = [
  ['s', 's sec secs second seconds sekunde sekunden seg segundos secondes sek'],
  ['m', 'm min mins minute minutes minuten minuto minutos minuti mn minuut minuta minut'],
  [
    'h',
    'h hr hrs hour hours std stunde stunden hora horas heure heures ora ore uur uren u godz godzin tim timmar timer tunti hod ч час часа часов',
  ],
  [
    'd',
    'd dy dys day days t tg tag tage día días dia dias j jr jour jours g gg giorno giorni dag dagen dagar dage dzień dni pv päivä д дн день дня дней den dny',
  ],
  [
    'w',
    'w wk wks week weeks wo woche wochen sem semana semanas semaine semaines sett settimana settimane wkn weken vecka veckor v uge uger tyg tydz н нед неделя недели týden týdny',
  ],
  ['mo', 'mo mon mons month months monat monate mes meses mois mese mesi maand maanden månad månader mies м мес'],
  ['y', 'y yr yrs year years jahr jahre año años an ans anno anni jaar år'],
]
const unitOfWord: ReadonlyMap<string, Unit> = new Map(
  unitWords.flatMap(([unit, words]) => words.split(' ').map((word): [string, Unit] => [word, unit])),
)
/** Elapsed units have a prefix letter: e in English, f (fortlaufend) in German. Other languages add a word after the unit. */
const elapsedPrefix = /^(?:e|f)(?=.)/
const elapsedWord = /^(?:elapsed|écoulés?|ées?|transcurridos?|trans|trascors[ieo]|verstreken|fortlaufend)$/

/** The unit that a word means; null if there is none. */
export const unitOf = (text: string): { unit: Unit; isElapsed: boolean } | null => {
  const word = text.normalize('NFC').toLowerCase().replace(/\.$/, '')
  const unit = unitOfWord.get(word)
  if (unit) return { unit, isElapsed: false }
  const elapsed = elapsedPrefix.test(word) ? unitOfWord.get(word.slice(1)) : undefined
  return elapsed ? { unit: elapsed, isElapsed: true } : null
}

/** Converts an amount of a unit, in working or clock time, to hours. */
export const hoursOf = (
  amount: number,
  { unit, isElapsed }: { readonly unit: Unit; readonly isElapsed: boolean },
  units: WorkUnits = usualUnits,
): number => {
  // A division is exact to the last digit, and a multiplication by a third is not.
  if (unit === 's') return amount / 3_600
  if (unit === 'm') return amount / 60
  if (unit === 'h') return amount
  const elapsed = { d: 24, w: 168, mo: 720, y: 8_760 }
  const work = { d: units.hoursPerDay, w: units.hoursPerWeek, mo: units.hoursPerMonth, y: units.hoursPerMonth * 12 }
  return amount * (isElapsed ? elapsed : work)[unit]
}

const none = { hours: 0, isElapsed: false, isAssumed: false }
const longest = 60
const iso =
  /^(-?)P(?=.)(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i
const isoUnits: readonly Unit[] = ['y', 'mo', 'w', 'd', 'h', 'm', 's']

/** Parses 'PT7H30M0S', 'P1W' and '-PT8H'. Days are working days, because the values are durations of work. null for anything else. */
export const readIsoDuration = (
  text: string,
  units: WorkUnits = usualUnits,
  isElapsed = false,
): WrittenDuration | null => {
  const parts = text.length <= longest ? iso.exec(text.trim()) : null
  if (!parts || /[PT]$/i.test(text.trim())) return null
  let [hours, isAssumed] = [0, false]
  for (const [index, unit] of isoUnits.entries()) {
    const amount = parts[index + 2]
    if (amount === undefined) continue
    hours += hoursOf(Number(amount.replace(',', '.')), { unit, isElapsed }, units)
    if (index < 4 && Number(amount.replace(',', '.')) > 0) isAssumed = true
  }
  return { hours: parts[1] === '-' ? -hours : hours, isElapsed, isAssumed: isAssumed && !isElapsed }
}

const clock = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d(?:[.,]\d+)?))?(?:\s*(?:h|hrs?|std\.?|uhr))?$/i
const part = /^([+-]?\d[\d.,'’\s]*|[+-]?[.,]\d+)\s*([\p{L}\p{M}]+\.?)?\s*/u
/** '1h30' has no unit after its minutes. */
const hoursThenMinutes = /^(\d+)\s*h\s*([0-5]?\d)$/i

/**
 * Parses a duration as people and programs write it: '7.5', '7:30', '2 days', '3 wks', '1h 30', '90 min', 'PT8H', '2
 * edays', '5 days?'. null for anything else.
 */
export const readDuration = (text: string, habit: NumberHabit, hoursOfPlain = 1): WrittenDuration | null => {
  const trimmed = text
    .normalize('NFC')
    .trim()
    .replace(/\s*\?$/, '')
  if (trimmed === '' || trimmed.length > longest) return null
  const time = clock.exec(trimmed)
  if (time)
    return {
      ...none,
      hours: Number(time[1]) + Number(time[2]) / 60 + Number((time[3] ?? '0').replace(',', '.')) / 3_600,
    }
  const plain = readNumber(trimmed, habit)
  if (!Number.isNaN(plain)) return { ...none, hours: plain * hoursOfPlain }
  const byIso = readIsoDuration(trimmed)
  if (byIso) return byIso
  const short = hoursThenMinutes.exec(trimmed)
  if (short) return { ...none, hours: Number(short[1]) + Number(short[2]) / 60 }
  return readParts(trimmed, habit)
}

/** '2 d 4 h', '1 week, 2 days' */
const readParts = (text: string, habit: NumberHabit): WrittenDuration | null => {
  let [rest, hours, isElapsed, isAssumed, count] = [text, 0, false, false, 0]
  while (rest !== '') {
    const found = part.exec(rest)
    const unit = unitOf(found?.[2] ?? '')
    const amount = readNumber((found?.[1] ?? '').trim().replace(/[.,]$/, ''), habit)
    if (!found || !unit || Number.isNaN(amount)) return null
    rest = rest.slice(found[0].length).replace(/^(?:,|and|und|y|et)\s*/i, '')
    const next = /^[\p{L}\p{M}]+/u.exec(rest)?.[0]
    const isFollowed = next !== undefined && elapsedWord.test(next.toLowerCase())
    if (isFollowed) rest = rest.slice(next.length).trim()
    const own = { unit: unit.unit, isElapsed: unit.isElapsed || isFollowed }
    // Working time and clock time cannot be added.
    if (count > 0 && own.isElapsed !== isElapsed) return null
    isElapsed = own.isElapsed
    isAssumed ||= !own.isElapsed && !['s', 'm', 'h'].includes(own.unit)
    hours += hoursOf(amount, own)
    count += 1
  }
  return { hours, isElapsed, isAssumed }
}

/** Hours of a text; NaN if it is not a duration. `hoursOfPlain` is the unit of a bare number. */
export const readHours = (text: string, habit: NumberHabit, hoursOfPlain = 1): number =>
  readDuration(text, habit, hoursOfPlain)?.hours ?? Number.NaN
