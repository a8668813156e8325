import { FileRefused } from './file-refused.ts'
import type { Element } from './xml-element.ts'
import { readXml, type XmlEvents } from './xml-events.ts'

/** Which elements of an XML text the tree contains. Others are skipped with their content. */
export interface TreeShape {
  /** Names of the elements to include. */
  readonly names: ReadonlySet<string>
  /** List elements, and how many of each a tree may contain. */
  readonly lists: ReadonlyMap<string, number>
}

/** Maximum number of elements: 20,000 tasks with everything that the import reads of one. */
const mostElements = 400_000

const tooLarge = () => new FileRefused('The plan is too large to be read. Split it into smaller files.')

interface Open {
  readonly name: string
  readonly element: Record<string, unknown>
  text: string
  hasElements: boolean
}

/**
 * Parses an XML text into a tree of the wanted elements. Throws `FileRefused` if it is not well-formed or has too many.
 */
export const readTree = async (pieces: AsyncIterable<string>, { names, lists }: TreeShape): Promise<Element> => {
  const root: Open = { name: '', element: {}, text: '', hasElements: false }
  const stack: Open[] = [root]
  const counts = new Map<string, number>()
  let [passed, count] = [0, 0]
  const events: XmlEvents = {
    open: (name) => {
      if (passed > 0 || !names.has(name)) {
        passed += 1
        return
      }
      count += 1
      const listed = (counts.get(name) ?? 0) + 1
      counts.set(name, listed)
      if (count > mostElements || listed > (lists.get(name) ?? mostElements)) throw tooLarge()
      stack.push({ name, element: {}, text: '', hasElements: false })
    },
    text: (text) => {
      const open = stack.at(-1)
      if (passed === 0 && open && !open.hasElements) open.text += text
    },
    close: () => {
      if (passed > 0) {
        passed -= 1
        return
      }
      const done = stack.pop()
      const parent = stack.at(-1)
      if (!done || !parent) return
      parent.hasElements = true
      parent.text = ''
      const value = done.hasElements || lists.has(done.name) ? done.element : done.text
      const before = parent.element[done.name]
      if (!lists.has(done.name)) parent.element[done.name] ??= value
      else if (Array.isArray(before)) before.push(value)
      else parent.element[done.name] = [value]
    },
  }
  await readXml(pieces, events)
  return root.element
}
