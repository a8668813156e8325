/** Languages whose names of months and weekdays are read: those in which people keep plans in spreadsheets. */
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

/** Abbreviations that shops write and no locale has. */
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

/** A word as it is looked up: NFC, in lower case, without a point. */
const wordKey = (word: string): string => word.normalize('NFC').toLowerCase().replaceAll('.', '').trim()

type Words = Map<string, Set<number>>
const months: Words = new Map()
const weekdays: Words = new Map()

const collect = (into: Words, word: string | undefined, value: number): void => {
  const key = wordKey(word ?? '')
  // Months that are written as numbers, such as 12月, are no words.
  if (key === '' || /\d/.test(key)) return
  const known = into.get(key)
  if (known) known.add(value)
  else into.set(key, new Set([value]))
}

const addLanguage = (language: string): void => {
  const locale = `${language}-u-ca-gregory-nu-latn`
  for (const length of ['long', 'short'] as const) {
    // Beside a day, many languages write the month in another form.
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

/** Collects the words, once: one language with each step, so that a thread that answers people can pause. Lookups do what is left. */
export const calendarWordSteps = languageByLanguage()

const complete = (): void => {
  while (!calendarWordSteps.next().done);
}

const none: ReadonlySet<number> = new Set()

/** The months (1 = January) that a word names in some language: 'listopad' is October in one and November in another. */
export const monthsOfWord = (word: string): ReadonlySet<number> => {
  complete()
  return months.get(wordKey(word)) ?? none
}

/** The weekdays (1 = Monday) that a word names in some language. */
export const weekdaysOfWord = (word: string): ReadonlySet<number> => {
  complete()
  return weekdays.get(wordKey(word)) ?? none
}
