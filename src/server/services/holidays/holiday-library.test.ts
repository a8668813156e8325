// @module-tag rest
import Holidays from 'date-holidays'
import { describe, expect, it } from 'vitest'
import { commonTemplates, holidayRegions, libraryTemplate } from './holiday-library.ts'

const year = 2026

describe('holidays of the library', () => {
  it('have the names of the English of their place', async () => {
    for (const { templateId, country, region } of (await holidayRegions()).values()) {
      const library = region ? new Holidays(country, region) : new Holidays(country)
      const english = library.getLanguages().find((language) => language.startsWith('en')) ?? 'en'
      const own = [year, year + 1].flatMap((each) =>
        (library.getHolidays(each, english) ?? []).filter(({ type }) => type === 'public').map(({ name }) => name),
      )
      const names = (await libraryTemplate(templateId, year))?.items.map(({ name }) => name)
      const known = ['AS', 'PR', 'VI'].includes(country) ? own.map((name) => name.replace('Labour', 'Labor')) : own
      expect([country, region, new Set(names)]).toEqual([country, region, new Set(known)])
    }
  })

  it('are Labor Day in the United States and its territories, and Labour Day elsewhere', async () => {
    const named = async (wanted: string) => {
      const place = [...(await holidayRegions()).values()].find(({ name }) => name === wanted)
      const template = place && (await libraryTemplate(place.templateId, year))
      return template?.items.find(({ name }) => /^Labou?r Day/.test(name))?.name
    }
    expect(await named('United States')).toBe('Labor Day')
    expect(await named('United States, Texas')).toBe('Labor Day')
    expect(await named('Puerto Rico')).toBe('Labor Day')
    expect(await named('Canada')).toBe('Labour Day')
  })

  it('are optional in the United States where many plants work on them', async () => {
    const [unitedStates, ...others] = await commonTemplates(year)
    const names = (optional: boolean) =>
      unitedStates?.items
        .filter((item) => (item.optional ?? false) === optional && item.date.startsWith(String(year)))
        .map(({ name }) => name)
    expect(names(true)).toEqual([
      'Martin Luther King Jr. Day',
      "Washington's Birthday",
      'Juneteenth',
      'Columbus Day',
      'Veterans Day',
    ])
    expect(names(false)).toEqual([
      "New Year's Day",
      'Memorial Day',
      'Independence Day (substitute day)',
      'Independence Day',
      'Labor Day',
      'Thanksgiving Day',
      'Christmas Day',
    ])
    expect(others.flatMap(({ items }) => items.filter(({ optional }) => optional))).toEqual([])
  })
})
