import type { ShopFile, ShopPlanFile } from '#contract/shop-files.ts'
import type { ShopFileParts } from './write-shop-file.ts'

/** Lists with a line for each entry, so that a difference between two files shows what differs. */
const isByLine = (value: unknown): value is unknown[] => Array.isArray(value) && typeof value[0] === 'object'

const listText = (list: readonly unknown[]): string => `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`

const fieldsText = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}: ${isByLine(value) ? listText(value) : JSON.stringify(value)}`)
    .join(',\n')

/** The text of a shop or plan file: JSON with a line for each field and for each entry of a list. */
export const shopFileText = (file: ShopFile | ShopPlanFile): string => `{\n${fieldsText(file)}\n}\n`

/** The text of a shop file in parts of one project each. */
export function* shopFileTexts({ head, projectCount, projectAt }: ShopFileParts): Generator<string> {
  yield `{\n${fieldsText(head)},\n"projects": [`
  for (let position = 0; position < projectCount; position++) {
    yield `${position === 0 ? '\n' : ',\n'}${JSON.stringify(projectAt(position))}`
  }
  yield `${projectCount > 0 ? '\n' : ''}]\n}\n`
}
