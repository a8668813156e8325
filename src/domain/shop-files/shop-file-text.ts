import type { ShopFile, ShopPlanFile } from '#contract/shop-files.ts'

/** Lists with a line for each entry, so that a difference between two files shows what differs. */
const isByLine = (value: unknown): value is unknown[] => Array.isArray(value) && typeof value[0] === 'object'

const listText = (list: readonly unknown[]): string => `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`

/** The text of a shop or plan file: JSON with a line for each field and for each entry of a list. */
export const shopFileText = (file: ShopFile | ShopPlanFile): string => {
  const fields = Object.entries(file).filter(([, value]) => value !== undefined)
  const lines = fields.map(
    ([name, value]) => `${JSON.stringify(name)}: ${isByLine(value) ? listText(value) : JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
