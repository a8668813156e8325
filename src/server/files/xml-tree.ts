import { FileRefused } from './file-refused.ts'
import type { Element } from './xml-element.ts'
import { readXml, type XmlEvents } from './xml-events.ts'

/** What is kept of an XML text. Elements with other names are passed over with everything in them. */
export interface TreeShape {
  /** Names of the elements that are kept. */
  readonly names: ReadonlySet<string>
  /** Those that are lists, and how many of them a tree may have. */
  readonly lists: ReadonlyMap<string, number>
}

/** Elements that a tree may have: those of 20,000 tasks with all that is read of one. */
const mostElements = 400_000

const tooLarge = () => new FileRefused('The plan is too large to be read. Split it into smaller files.')

interface Open {
  readonly name: string
  readonly element: Record<string, unknown>
  text: string
  hasElements: boolean
}

/** Reads an XML text as a tree of the elements that are wanted. Throws `FileRefused` when it is not well-formed or has too many. */
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
