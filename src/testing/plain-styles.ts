/**
 * The style of an element on a page without style sheets. Every query by role reads `display` and `visibility` of many elements, every
 * click `pointer-events` of all ancestors, and jsdom tries all browser rules for each: a sixth of the time of the screen tests. Unless the
 * page overrides them, these three follow from the element alone; everything else is delegated to jsdom.
 */

type Ask = (element: Element, pseudo?: string | null) => CSSStyleDeclaration
type Answer = (element: Element) => string

const hasRules = (): boolean => {
  for (const sheet of document.styleSheets) if (sheet.cssRules.length > 0) return true
  return false
}

/** Whether the element overrides the property. */
const declares = (element: Element, property: string): boolean =>
  element.getAttribute('style')?.includes(property) ?? false

/** Browser rules for these elements depend on their surroundings or state. */
const dependsOnMore = (element: Element): boolean =>
  element.localName === 'summary' || element.localName === 'dialog' || element.hasAttribute('popover')

/** The result of jsdom for the first element of this kind: its name, and the attributes that browser rules use. */
const displayOf = (ask: Ask): Answer => {
  const known = new Map<string, string>()
  return (element) => {
    const read = () => ask(element).display
    if (declares(element, 'display') || dependsOnMore(element)) return read()
    const type = element.localName === 'input' ? element.getAttribute('type') : null
    const key = JSON.stringify([element.namespaceURI, element.localName, element.getAttribute('hidden'), type])
    const display = known.get(key) ?? read()
    known.set(key, display)
    return display
  }
}

/** Returns jsdom's answer for the nearest element that sets the property: this one, an ancestor, or the root, which is asked once. */
const inherited = (ask: Ask, property: 'visibility' | 'pointer-events'): Answer => {
  // A hidden part of a table is collapsed.
  const hasSay = (at: Element) => declares(at, property) || (at.hasAttribute('hidden') && property === 'visibility')
  let initial: string | undefined
  return (element) => {
    let at = element
    while (at.parentElement && !hasSay(at)) at = at.parentElement
    const read = () => ask(at).getPropertyValue(property)
    if (hasSay(at)) return read()
    initial ??= read()
    return initial
  }
}

/** Replaces the page's `getComputedStyle`, given jsdom's. */
export const plainStyles = (ask: Ask): Ask => {
  const answers = new Map<PropertyKey, Answer>([
    ['display', displayOf(ask)],
    ['visibility', inherited(ask, 'visibility')],
    ['pointer-events', inherited(ask, 'pointer-events')],
  ])
  answers.set('pointerEvents', inherited(ask, 'pointer-events'))
  return (element, pseudo) => {
    if (pseudo || element.ownerDocument !== document || !element.isConnected || hasRules()) return ask(element, pseudo)
    return new Proxy(Object.create(CSSStyleDeclaration.prototype), {
      get: (_, key) => {
        const answer = answers.get(key)
        if (answer) return answer(element)
        if (key === 'getPropertyValue') {
          return (name: string) => answers.get(name)?.(element) ?? ask(element).getPropertyValue(name)
        }
        const style = ask(element)
        const value: unknown = Reflect.get(style, key, style)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }
}
