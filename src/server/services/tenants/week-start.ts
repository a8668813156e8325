import { canonicalZone } from '#contract/time-zones.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const monday = 1

/** The zones of the regions whose weeks do not begin on Monday, which are a third of all, with the day. */
const readWeekStarts = (): ReadonlyMap<string, number> => {
  const starts = new Map<string, number>()
  for (const code of letters.flatMap((first) => letters.map((second) => `${first}${second}`))) {
    const region = new Intl.Locale(`und-${code}`)
    const { firstDay } = region.getWeekInfo()
    if (firstDay === monday) continue
    for (const name of region.getTimeZones() ?? []) starts.set(canonicalZone(name) ?? name, firstDay)
  }
  return starts
}

let weekStarts: ReadonlyMap<string, number> | undefined

/** The day on which the weeks of the region of a zone begin, 1 = Monday ... 7 = Sunday. Monday for a zone without a region. */
export const weekStartOf = (zone: string): number => {
  weekStarts ??= readWeekStarts()
  return weekStarts.get(zone) ?? monday
}
