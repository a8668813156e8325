/** Languages whose month and weekday names are recognized: those in which people keep plans in spreadsheets. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'sv',
  'nb',
  'fi',
  'is',
  'et',
  'lv',
  'lt',
  'pl',
  'cs',
  'sk',
  'hu',
  'sl',
  'hr',
  'sr',
  'sr-Latn',
  'bs',
  'mk',
  'bg',
  'ro',
  'el',
  'tr',
  'az',
  'ru',
  'uk',
  'be',
  'ka',
  'hy',
  'kk',
  'uz',
  'sq',
  'mt',
  'ga',
  'ca',
  'eu',
  'gl',
  'fo',
  'af',
  'sw',
  'id',
  'ms',
  'fil',
  'vi',
  'th',
  'ja',
  'ko',
  'zh',
  'ar',
  'he',
  'fa',
  'hi',
  'bn',
  'ta',
  'ur',
  'am',
  'mg',
  'rw',
  'so',
  'to',
] as const

/** Abbreviations that shops use and that no locale has. */
const ownMonths: readonly (readonly string[])[] = [
  ['jän', 'jänner', 'ene'],
  ['feb', 'febr'],
  ['mar', 'mär', 'mrz', 'maerz'],
  ['apr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep', 'sept', 'set'],
  ['oct', 'okt', 'ott'],
  ['nov'],
  ['dec', 'dez', 'dic', 'déc'],
]
const ownWeekdays: readonly (readonly string[])[] = [
  ['mon'],
  ['tue', 'tues'],
  ['wed', 'weds'],
  ['thu', 'thur', 'thurs'],
  ['fri'],
  ['sat'],
  ['sun', 'son'],
]

/** Normalizes a word for lookup: NFC, lower case, without periods. */
const wordKey = (word: string): string => word.normalize('NFC').toLowerCase().replaceAll('.', '').trim()

type Words = Map<string, Set<number>>
const months: Words = new Map()
const weekdays: Words = new Map()

const collect = (into: Words, word: string | undefined, value: number): void => {
  const key = wordKey(word ?? '')
  // Months written as numbers, such as 12月, are not words.
  if (key === '' || /\d/.test(key)) return
  const known = into.get(key)
  if (known) known.add(value)
  else into.set(key, new Set([value]))
}

const addLanguage = (language: string): void => {
  const locale = `${language}-u-ca-gregory-nu-latn`
  for (const length of ['long', 'short'] as const) {
    // Many languages use another form of the month next to a day.
    const dated = new Intl.DateTimeFormat(locale, { weekday: length, day: 'numeric', month: length, timeZone: 'UTC' })
    const alone = new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' })
    for (let month = 1; month <= 12; month += 1) {
      const date = new Date(Date.UTC(2026, month - 1, 15))
      for (const format of [dated, alone]) {
        collect(months, format.formatToParts(date).find(({ type }) => type === 'month')?.value, month)
      }
    }
    // 2026-06-01 is a Monday.
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const parts = dated.formatToParts(new Date(Date.UTC(2026, 5, weekday)))
      collect(weekdays, parts.find(({ type }) => type === 'weekday')?.value, weekday)
    }
  }
}

function* languageByLanguage(): Generator<void> {
  for (const [index, own] of ownMonths.entries()) for (const word of own) collect(months, word, index + 1)
  for (const [index, own] of ownWeekdays.entries()) for (const word of own) collect(weekdays, word, index + 1)
  for (const language of languages) {
    addLanguage(language)
    yield
  }
}

/**
 * Collects the words once, with one step for each language so that a server thread can pause in between. Lookups run the remaining steps.
 */
export const calendarWordSteps = languageByLanguage()

const complete = (): void => {
  while (!calendarWordSteps.next().done);
}

const none: ReadonlySet<number> = new Set()

/** Months (1 = January) that a word can mean: 'listopad' is October in one language and November in another. */
export const monthsOfWord = (word: string): ReadonlySet<number> => {
  complete()
  return months.get(wordKey(word)) ?? none
}

/** Weekdays (1 = Monday) that a word can mean. */
export const weekdaysOfWord = (word: string): ReadonlySet<number> => {
  complete()
  return weekdays.get(wordKey(word)) ?? none
}
