import { vi } from 'vitest'
import { resetExternalValues } from '#web/lib/external-value.ts'
import { useAppStore } from '#web/stores/app-store.ts'
import { announce } from '#web/ui/live-region.tsx'
import { closeSockets } from './closed-socket.ts'
import { plainStyles } from './plain-styles.ts'

/** jsdom has no layout, so components that watch their size get an observer that never reports one. */
export const stubResizeObserver = (): void => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}

/**
 * All test files of one worker share a page and its modules. The state of the page before the first file is saved and
 * restored after each file, so that every file begins with the same page.
 */

/** An object that a test may change, and its original properties. */
interface Snapshot {
  readonly object: object
  readonly found: ReadonlyMap<PropertyKey, PropertyDescriptor>
  /** Whether a new property belongs to a test; packages leave permanent marks on global objects. */
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

/** Classes of the page and their prototypes, except those of the language. */
const rememberClasses = (): Snapshot[] =>
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const value: unknown = /^[A-Z]/.test(name) ? Reflect.get(globalThis, name) : null
    if (typeof value !== 'function') return []
    const prototype: unknown = value.prototype
    const isOfPage = value === EventTarget || value === Storage || value === URL || prototype instanceof EventTarget
    return isOfPage ? [takeSnapshot(value), takeSnapshot(Object(prototype))] : []
  })

/** Singleton objects, on which a test overrides properties of their class. */
const rememberOnes = (): Snapshot[] =>
  [document, navigator, history, screen].map((object) =>
    takeSnapshot(object, (key) => typeof key === 'string' && key in Object.getPrototypeOf(object)),
  )

/** Values that the test runner and packages store for the whole process. */
const isKept = (key: PropertyKey): boolean => typeof key === 'symbol' || /^(__|\$|IS_REACT|axe$)/.test(String(key))

/** The runner provides the page's globals through getters and stores assigned values behind them. */
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

/** Resets the page as after loading: the storage is empty and there is no session. */
const emptyStores = (): void => {
  localStorage.clear()
  sessionStorage.clear()
  useAppStore.setState(useAppStore.getInitialState(), true)
  resetExternalValues()
}

/** Adds features that every page has but jsdom lacks, or implements differently than the tests need. */
const completePage = (): void => {
  // jsdom has no layout, so it cannot scroll.
  window.scrollTo = () => {}
  stubResizeObserver()
  // A test document has its own ArrayBuffer; the server in the same process recognizes bytes by Node's.
  globalThis.ArrayBuffer = Buffer.alloc(0).buffer.constructor as ArrayBufferConstructor
  closeSockets()
  const page = document.defaultView ?? window
  const askJsdom = page.getComputedStyle.bind(page)
  const getComputedStyle = plainStyles(askJsdom)
  Object.assign(page, { getComputedStyle })
  Object.assign(globalThis, { getComputedStyle })
}

/**
 * Removes the style sheets of packages. Nothing is rendered here, but every query by role computes the style of
 * elements and would try each rule.
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

/** Saves the state of the page, unless an earlier file of this worker did; returns the function that restores it. */
export const rememberPageOnce = (): (() => void) => {
  putBackPage ??= rememberPage()
  return putBackPage
}
