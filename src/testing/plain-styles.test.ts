// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { randomNumbers } from './bench/random-shop.ts'
import { plainStyles } from './plain-styles.ts'

const names =
  'a article b body button code col colgroup datalist dd details dialog div embed fieldset form h2 input label li main nav ol ' +
  'option p script section select span style summary svg table tbody td template textarea tfoot th thead tr ul'
const attributes = [
  ['hidden', ''],
  ['hidden', 'until-found'],
  ['open', ''],
  ['popover', ''],
  ['type', 'hidden'],
  ['type', 'HIDDEN'],
  ['style', 'display: none'],
  ['style', 'display: flex !important'],
  ['style', 'display: inherit'],
  ['style', 'visibility: hidden'],
  ['style', 'visibility: visible'],
  ['style', 'visibility: initial; display: block'],
  ['style', 'pointer-events: none'],
  ['style', 'pointer-events: auto'],
  ['style', 'color: red'],
  ['class', 'hidden'],
] as const

const asked = (element: Element) => getComputedStyle(element)
const plain = plainStyles((element, pseudo) => getComputedStyle(element, pseudo))

/** Expects the same style from both for every element of the page. */
const bothSay = () => {
  const say = (style: CSSStyleDeclaration) => ({
    display: [style.display, style.getPropertyValue('display')],
    visibility: [style.visibility, style.getPropertyValue('visibility')],
    pointerEvents: [style.pointerEvents, style.getPropertyValue('pointer-events')],
  })
  const all = [...document.querySelectorAll('*')]
  return [all.map((element) => say(plain(element))), all.map((element) => say(asked(element)))]
}

const pick = <T>(random: () => number, list: readonly T[]): T => valueAt(list, Math.floor(random() * list.length))

const give = (random: () => number, element: Element): void => {
  const [name, value] = pick(random, attributes)
  element.setAttribute(name, value)
}

const grow = (random: () => number): void => {
  for (let i = 0; i < 40; i++) {
    const parent = pick(random, [document.body, ...document.body.querySelectorAll('*')])
    const child = document.createElement(pick(random, names.split(' ')))
    if (random() < 0.5) give(random, child)
    parent.append(child)
  }
}

beforeEach(() => document.body.replaceChildren())

describe('the plain style of an element', () => {
  it('the style matches jsdom on random pages and after random changes', () => {
    for (let seed = 1; seed <= 6; seed++) {
      document.body.replaceChildren()
      const random = randomNumbers(seed)
      grow(random)
      for (let step = 0; step < 2; step++) {
        const [said, expected] = bothSay()
        expect(said).toEqual(expected)
        const all = [...document.body.querySelectorAll('*')]
        for (let i = 0; i < 15; i++) give(random, pick(random, all))
        for (let i = 0; i < 15; i++) pick(random, all).removeAttribute('style')
        const styled = pick(random, all)
        if (styled instanceof HTMLElement) styled.style.visibility = pick(random, ['hidden', ''])
        pick(random, all).after(pick(random, all).cloneNode())
      }
    }
  })

  it('the style comes from the style sheets if a page has any', () => {
    document.body.innerHTML = '<style>p { display: none; visibility: hidden }</style><p>Text</p>'
    const [said, expected] = bothSay()
    expect(said).toEqual(expected)
    const paragraph = document.body.children[1]
    expect(paragraph && plain(paragraph).display).toBe('none')
    document.body.firstChild?.remove()
    expect(paragraph && plain(paragraph).display).toBe('block')
  })

  it('the style has all other properties too', () => {
    document.body.innerHTML = '<button style="position: fixed; color: red">Text</button>'
    const button = document.querySelector('button')
    if (!button) throw new Error('no button')
    const [said, expected] = [plain(button), asked(button)]
    expect(said.color).toBe(expected.color)
    expect(said.getPropertyValue('position')).toBe('fixed')
    expect(said.item(0)).toBe(expected.item(0))
    expect(said).toBeInstanceOf(CSSStyleDeclaration)
  })

  it('the style is computed anew for each call', () => {
    document.body.innerHTML = '<div><p>Text</p></div>'
    const [outer, inner] = document.body.querySelectorAll<HTMLElement>('div, p')
    if (!outer || !inner) throw new Error('no elements')
    const style = plain(inner)
    expect(style.visibility).toBe('visible')
    outer.style.visibility = 'hidden'
    expect(style.visibility).toBe('hidden')
    outer.style.removeProperty('visibility')
    expect(style.visibility).toBe('visible')
  })
})
