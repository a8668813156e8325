import { createHash } from 'node:crypto'

interface Region {
  readonly templateId: string
  readonly name: string
  readonly country: string
  readonly region: string | null
}

export interface LibraryTemplate {
  readonly templateId: string
  readonly name: string
  readonly items: { name: string; date: string; optional?: boolean }[]
}

/** Loads the library (one megabyte) only when templates are shown. */
const load = () => import('date-holidays').then(({ default: Holidays }) => Holidays)

/** The id of a place, a version 8 UUID of its code, which is the same in every organization and on every server. */
const idOf = (code: string): string => {
  const hex = createHash('sha256').update(`holiday template ${code}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}

const readRegions = async (): Promise<ReadonlyMap<string, Region>> => {
  const library = new (await load())()
  const regions: Region[] = []
  const add = (country: string, region: string | null, name: string) =>
    regions.push({ templateId: idOf(region ? `${country}-${region}` : country), name, country, region })
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  for (const [country, own] of Object.entries(library.getCountries('en'))) {
    const name = names.of(country) ?? own
    add(country, null, name)
    for (const [region, part] of Object.entries(library.getStates(country, 'en') ?? {})) {
      add(country, region, `${name}, ${part}`)
    }
  }
  regions.sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return new Map(regions.map((found) => [found.templateId, found]))
}

let regions: Promise<ReadonlyMap<string, Region>> | undefined

/** Every country and region of the library, by name. */
export const holidayRegions = (): Promise<ReadonlyMap<string, Region>> => {
  regions ??= readRegions()
  return regions
}

/** The United States and its territories. The library has their own spelling for some of them only. */
const american = new Set(['US', 'AS', 'GU', 'MP', 'PR', 'VI'])

/** The name of a holiday in the English of its place: Labor Day in the United States, Labour Day in Canada. */
const ownName = ({ country }: Region, name: string): string =>
  american.has(country) ? name.replace('Labour Day', 'Labor Day') : name

/** The holidays on which most plants of the United States are closed. They work on most of the other federal and state holidays. */
const closedInUnitedStates =
  /^(New Year's Day|Memorial Day|Independence Day|Labor Day|Thanksgiving Day|Day after Thanksgiving|Christmas Day)/i

const isOptional = ({ country }: Region, name: string): boolean => country === 'US' && !closedInUnitedStates.test(name)

/** Public holidays of a place in `year` and the next year, from the library. undefined for an unknown id. */
export const libraryTemplate = async (templateId: string, year: number): Promise<LibraryTemplate | undefined> => {
  const found = (await holidayRegions()).get(templateId)
  if (!found) return undefined
  const Holidays = await load()
  const library = found.region ? new Holidays(found.country, found.region) : new Holidays(found.country)
  const items = new Map<string, LibraryTemplate['items'][number]>()
  for (const shown of [year, year + 1]) {
    for (const { date, name: english, type } of library.getHolidays(shown, 'en') ?? []) {
      if (type !== 'public') continue
      const name = ownName(found, english)
      const item = { name, date: date.slice(0, 10), ...(isOptional(found, name) && { optional: true }) }
      items.set(`${item.date} ${name}`, item)
    }
  }
  return { templateId, name: found.name, items: [...items.values()] }
}

/** Places that are always listed. All others are found by name. */
const commonCodes = ['US', 'CA', 'MX', 'GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'AU', 'JP']

const readCommon = async (year: number): Promise<LibraryTemplate[]> => {
  const found = await Promise.all(commonCodes.map((code) => libraryTemplate(idOf(code), year)))
  return found.filter((template) => template !== undefined)
}

/** The year of the last list, and its templates: the library computes them for a tenth of a second. */
let common: { readonly year: number; readonly templates: Promise<readonly LibraryTemplate[]> } | undefined

export const commonTemplates = (year: number): Promise<readonly LibraryTemplate[]> => {
  if (common?.year !== year) {
    const reading = { year, templates: readCommon(year) }
    common = reading
    // Failed templates are tried again with the next list.
    reading.templates.catch(() => {
      if (common === reading) common = undefined
    })
  }
  return common.templates
}

/** Countries and regions whose public holidays can be applied or copied, by name. */
export const listHolidayRegions = async (): Promise<{ templateId: string; name: string }[]> =>
  [...(await holidayRegions()).values()].map(({ templateId, name }) => ({ templateId, name }))
