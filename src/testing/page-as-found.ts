import { vi } from 'vitest'
import { resetExternalValues } from '#web/lib/external-value.ts'
import { useAppStore } from '#web/stores/app-store.ts'
import { announce } from '#web/ui/live-region.tsx'
import { closeSockets } from './closed-socket.ts'
import { plainStyles } from './plain-styles.ts'

/** jsdom has no layout: components that watch their size get an observer that never reports one. */
export const stubResizeObserver = (): void => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}

/**
 * All test files of one worker share one page and its modules. The state of the page before the first file is remembered
 * and restored after each file, so that every file begins on the same page.
 */

/** An object that a test may change, and the properties that it had at first. */
interface Snapshot {
  readonly object: object
  readonly found: ReadonlyMap<PropertyKey, PropertyDescriptor>
  /** Whether a new property belongs to a test; packages leave permanent marks for things that exist only once. */
  readonly isLeft: (key: PropertyKey) => boolean
}

const takeSnapshot = (object: object, isLeft: Snapshot['isLeft'] = () => true): Snapshot => {
  const found = new Map<PropertyKey, PropertyDescriptor>()
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key)
    if (descriptor?.configurable) found.set(key, descriptor)
  }
  return { object, found, isLeft }
}

const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor): boolean =>
  one !== undefined && one.value === other.value && one.get === other.get && one.set === other.set

const restore = ({ object, found, isLeft }: Snapshot): void => {
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key)
    if (descriptor?.configurable && !found.has(key) && isLeft(key)) Reflect.deleteProperty(object, key)
  }
  for (const [key, descriptor] of found) {
    if (!isSame(Reflect.getOwnPropertyDescriptor(object, key), descriptor))
      Reflect.defineProperty(object, key, descriptor)
  }
}

/** Classes of the page and their prototypes, without those of the language. */
const rememberClasses = (): Snapshot[] =>
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const value: unknown = /^[A-Z]/.test(name) ? Reflect.get(globalThis, name) : null
    if (typeof value !== 'function') return []
    const prototype: unknown = value.prototype
    const isOfPage = value === EventTarget || value === Storage || value === URL || prototype instanceof EventTarget
    return isOfPage ? [takeSnapshot(value), takeSnapshot(Object(prototype))] : []
  })

/** Objects that exist only once: a test hides a property of their class with a property of the object. */
const rememberOnes = (): Snapshot[] =>
  [document, navigator, history, screen].map((object) =>
    takeSnapshot(object, (key) => typeof key === 'string' && key in Object.getPrototypeOf(object)),
  )

/** Values that the test runner and packages keep for the whole process. */
const isKept = (key: PropertyKey): boolean => typeof key === 'symbol' || /^(__|\$|IS_REACT|axe$)/.test(String(key))

/** The runner provides the globals of the page through getters and keeps assigned values behind them. */
const rememberGlobals = (): (() => void) => {
  const snapshot = takeSnapshot(globalThis, (key) => !isKept(key))
  const found = new Map([...snapshot.found].filter(([key]) => !isKept(key)))
  const values = new Map<PropertyKey, unknown>()
  for (const [key, { get, set }] of found) {
    const value: unknown = get && set ? Reflect.get(globalThis, key) : undefined
    if (['function', 'number'].includes(typeof value)) values.set(key, value)
  }
  return () => {
    restore({ ...snapshot, found })
    for (const [key, value] of values) if (Reflect.get(globalThis, key) !== value) Reflect.set(globalThis, key, value)
  }
}

const rememberAttributes = (element: Element): (() => void) => {
  const found = new Map([...element.attributes].map(({ name, value }) => [name, value]))
  return () => {
    for (const { name } of [...element.attributes]) if (!found.has(name)) element.removeAttribute(name)
    for (const [name, value] of found) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

/** Resets the page as after a load: the storage is empty and nobody is signed in. */
const emptyStores = (): void => {
  localStorage.clear()
  sessionStorage.clear()
  useAppStore.setState(useAppStore.getInitialState(), true)
  resetExternalValues()
}

/** Adds what every page has and jsdom lacks, or has in another way than the tests need. */
const completePage = (): void => {
  // jsdom draws nothing, so it cannot scroll.
  window.scrollTo = () => {}
  stubResizeObserver()
  // The document of a test has its own ArrayBuffer; the server in the same process recognizes bytes by that of Node.
  globalThis.ArrayBuffer = Buffer.alloc(0).buffer.constructor as ArrayBufferConstructor
  closeSockets()
  const page = document.defaultView ?? window
  const askJsdom = page.getComputedStyle.bind(page)
  const getComputedStyle = plainStyles(askJsdom)
  Object.assign(page, { getComputedStyle })
  Object.assign(globalThis, { getComputedStyle })
}

/**
 * Packages add their own style sheets. Nothing is drawn here, but every query by role asks for the style of elements and
 * would try each rule of these sheets.
 */
const leaveOutStyles = (): void => {
  const empty = () => {
    for (const style of document.head.querySelectorAll('style')) if (style.textContent) style.textContent = ''
  }
  empty()
  new MutationObserver(empty).observe(document.head, { childList: true, subtree: true, characterData: true })
}

const rememberPage = (): (() => void) => {
  completePage()
  leaveOutStyles()
  const snapshots = [...rememberClasses(), ...rememberOnes()]
  const putBackGlobals = rememberGlobals()
  const putBackAttributes = [document.documentElement, document.body].map(rememberAttributes)
  const head = new Set(document.head.children)
  const { href } = location
  const { title } = document

  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    putBackGlobals()
    for (const snapshot of snapshots) restore(snapshot)
    emptyStores()
    announce('')
    document.body.replaceChildren()
    // A package adds its style once, when it is loaded, and may look for it later.
    for (const child of [...document.head.children]) if (!head.has(child) && child.localName !== 'style') child.remove()
    for (const putBack of putBackAttributes) putBack()
    document.title = title
    if (location.href !== href) history.replaceState(null, '', href)
  }
}

let putBackPage: (() => void) | undefined

/** Remembers the page, unless an earlier file of this worker did; returns the function that restores it. */
export const rememberPageOnce = (): (() => void) => {
  putBackPage ??= rememberPage()
  return putBackPage
}
