import { createHash } from 'node:crypto'

interface Place {
  readonly templateId: string
  readonly name: string
  readonly country: string
  readonly region: string | null
}

export interface LibraryTemplate {
  readonly templateId: string
  readonly name: string
  readonly items: { name: string; date: string }[]
}

/** The library and its data are a megabyte that a server without templates on screen never loads. */
const load = () => import('date-holidays').then(({ default: Holidays }) => Holidays)

/** A place's id is the same in every organisation and on every server: a version 8 UUID of its code. */
const idOf = (code: string): string => {
  const hex = createHash('sha256').update(`holiday template ${code}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}

const readPlaces = async (): Promise<ReadonlyMap<string, Place>> => {
  const library = new (await load())()
  const places: Place[] = []
  const add = (country: string, region: string | null, name: string) =>
    places.push({ templateId: idOf(region ? `${country}-${region}` : country), name, country, region })
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  for (const [country, own] of Object.entries(library.getCountries('en'))) {
    const name = names.of(country) ?? own
    add(country, null, name)
    for (const [region, part] of Object.entries(library.getStates(country, 'en') ?? {})) {
      add(country, region, `${name}, ${part}`)
    }
  }
  places.sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return new Map(places.map((place) => [place.templateId, place]))
}

let places: Promise<ReadonlyMap<string, Place>> | undefined

/** Every country and region of the library, by name. */
export const holidayPlaces = (): Promise<ReadonlyMap<string, Place>> => {
  places ??= readPlaces()
  return places
}

/** Public holidays of a place in `year` and the one after, as the library publishes them; undefined for another id. */
export const libraryTemplate = async (templateId: string, year: number): Promise<LibraryTemplate | undefined> => {
  const place = (await holidayPlaces()).get(templateId)
  if (!place) return undefined
  const Holidays = await load()
  const library = place.region ? new Holidays(place.country, place.region) : new Holidays(place.country)
  const items = new Map<string, { name: string; date: string }>()
  for (const shown of [year, year + 1]) {
    for (const { date, name, type } of library.getHolidays(shown, 'en') ?? []) {
      if (type !== 'public') continue
      const item = { name, date: date.slice(0, 10) }
      items.set(`${item.date} ${name}`, item)
    }
  }
  return { templateId, name: place.name, items: [...items.values()] }
}

/** Places that stand in everybody's list; all others are found by name. */
const commonCodes = ['US', 'CA', 'MX', 'GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'AU', 'JP']

export const commonTemplates = async (year: number): Promise<LibraryTemplate[]> => {
  const found = await Promise.all(commonCodes.map((code) => libraryTemplate(idOf(code), year)))
  return found.filter((template) => template !== undefined)
}

/** Countries and regions whose public holidays can be applied or copied, by name. */
export const listHolidayPlaces = async (): Promise<{ templateId: string; name: string }[]> =>
  [...(await holidayPlaces()).values()].map(({ templateId, name }) => ({ templateId, name }))
