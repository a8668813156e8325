import { addDays, easterSunday, isoDate, lastWeekday, nthWeekday, weekdayOf } from './calendar-dates.ts'

export interface TemplateItem {
  readonly name: string
  readonly date: string
}

export interface SystemTemplate {
  readonly templateId: string
  readonly name: string
  readonly items: readonly TemplateItem[]
}

const item = (name: string, date: string): TemplateItem => ({ name, date })
const monday = 1
const thursday = 4

/** On a Saturday it is kept on the Friday before, on a Sunday on the Monday after (5 U.S.C. 6103). */
const federal = (name: string, date: string): TemplateItem => {
  const weekday = weekdayOf(date)
  if (weekday === 6) return item(`${name} (observed)`, addDays(date, -1))
  return weekday === 7 ? item(`${name} (observed)`, addDays(date, 1)) : item(name, date)
}

const unitedStates = (year: number): TemplateItem[] => [
  federal("New Year's Day", isoDate(year, 1, 1)),
  item('Martin Luther King Jr. Day', nthWeekday(year, 1, monday, 3)),
  item("Washington's Birthday", nthWeekday(year, 2, monday, 3)),
  item('Memorial Day', lastWeekday(year, 5, monday)),
  federal('Juneteenth', isoDate(year, 6, 19)),
  federal('Independence Day', isoDate(year, 7, 4)),
  item('Labor Day', nthWeekday(year, 9, monday, 1)),
  item('Columbus Day', nthWeekday(year, 10, monday, 2)),
  federal('Veterans Day', isoDate(year, 11, 11)),
  item('Thanksgiving Day', nthWeekday(year, 11, thursday, 4)),
  federal('Christmas Day', isoDate(year, 12, 25)),
]

/** On a weekend it is kept on the next weekday that is not `taken` (Banking and Financial Dealings Act 1971). */
const substitute = (name: string, date: string, taken: readonly string[] = []): TemplateItem => {
  let kept = date
  while (weekdayOf(kept) > 5 || taken.includes(kept)) kept = addDays(kept, 1)
  return item(kept === date ? name : `${name} (substitute day)`, kept)
}

const englandAndWales = (year: number): TemplateItem[] => {
  const easter = easterSunday(year)
  const christmas = isoDate(year, 12, 25)
  const boxing = isoDate(year, 12, 26)
  // Boxing Day on a Monday stays there; Christmas Day on the Sunday before gives way to the Tuesday.
  const boxingDay = substitute('Boxing Day', boxing, weekdayOf(christmas) === 6 ? [isoDate(year, 12, 27)] : [])
  return [
    substitute("New Year's Day", isoDate(year, 1, 1)),
    item('Good Friday', addDays(easter, -2)),
    item('Easter Monday', addDays(easter, 1)),
    item('Early May bank holiday', nthWeekday(year, 5, monday, 1)),
    item('Spring bank holiday', lastWeekday(year, 5, monday)),
    item('Summer bank holiday', lastWeekday(year, 8, monday)),
    substitute('Christmas Day', christmas, [boxingDay.date]),
    boxingDay,
  ].sort((a, b) => a.date.localeCompare(b.date))
}

const germany = (year: number): TemplateItem[] => {
  const easter = easterSunday(year)
  return [
    item('Neujahr', isoDate(year, 1, 1)),
    item('Karfreitag', addDays(easter, -2)),
    item('Ostermontag', addDays(easter, 1)),
    item('Tag der Arbeit', isoDate(year, 5, 1)),
    item('Christi Himmelfahrt', addDays(easter, 39)),
    item('Pfingstmontag', addDays(easter, 50)),
    item('Tag der Deutschen Einheit', isoDate(year, 10, 3)),
    item('1. Weihnachtstag', isoDate(year, 12, 25)),
    item('2. Weihnachtstag', isoDate(year, 12, 26)),
  ]
}

const countries = [
  ['5c4ed01e-0000-4000-8000-000000000001', 'United States federal holidays', unitedStates],
  ['5c4ed01e-0000-4000-8000-000000000002', 'England and Wales bank holidays', englandAndWales],
  ['5c4ed01e-0000-4000-8000-000000000003', 'Germany, nationwide', germany],
] as const

/** The templates that come with the product, for `year` and the one after; their ids are the same in every organisation. */
export const systemTemplates = (year: number): SystemTemplate[] =>
  countries.map(([templateId, name, itemsOf]) => ({
    templateId,
    name,
    items: [...itemsOf(year), ...itemsOf(year + 1)],
  }))
