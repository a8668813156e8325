/**
 * The style of an element on a page without style sheets. Every query by role asks for `display` and `visibility` of many elements,
 * every click for `pointer-events` of all ancestors, and jsdom tries all rules of the browser for each: a sixth of the time of the
 * screens. Where nothing on the page says otherwise these three follow from the element alone; everything else is asked of jsdom.
 */

type Ask = (element: Element, pseudo?: string | null) => CSSStyleDeclaration
type Answer = (element: Element) => string

const hasRules = (): boolean => {
  for (const sheet of document.styleSheets) if (sheet.cssRules.length > 0) return true
  return false
}

/** True when the element has a say of its own, beyond what its name gives it. */
const declares = (element: Element, property: string): boolean =>
  element.getAttribute('style')?.includes(property) ?? false

/** Rules of the browser look at the surroundings or at the state of these. */
const dependsOnMore = (element: Element): boolean =>
  element.localName === 'summary' || element.localName === 'dialog' || element.hasAttribute('popover')

/** As jsdom says it of the first element of this kind: its name and the attributes that rules of the browser look at. */
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

/** As jsdom says it of the nearest element that has a say, this one or an ancestor; without one, as jsdom said it once of the root. */
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

/** `getComputedStyle` of the page, given that of jsdom. */
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
