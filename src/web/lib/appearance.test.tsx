import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import beforePaint from '../../../public/before-paint.js?raw'
import { applyAppearance, defaultAppearance, isDark, readAppearance, storeAppearance } from './appearance.ts'

const system = (...matching: string[]) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching.includes(query) }))

const onPage = () => ({ ...document.documentElement.dataset })

/** Runs public/before-paint.js as the page does, and returns what it set on <html>. */
const paint = () => {
  for (const name of Object.keys(onPage())) delete document.documentElement.dataset[name]
  new Function(beforePaint)()
  return onPage()
}

beforeEach(() => {
  localStorage.clear()
  system()
})
afterEach(() => vi.unstubAllGlobals())

describe('appearance', () => {
  it('is the same before and after React starts', () => {
    const stored = [
      {},
      { darkMode: 'true' },
      { darkMode: 'false' },
      { darkMode: 'true', themeConfig: '{"mode":"light","fontSize":"large"}' },
      { themeConfig: '{"mode":"dark","contrast":"high","reducedMotion":true,"compactView":true}' },
      { themeConfig: '{"customColors":{"primary":"violet"}}' },
      { themeConfig: '{"customColors":{"primary":"#ff0000"}}' },
      { themeConfig: '{"customColors":null}' },
      { themeConfig: '{"mode":"pink","fontSize":7,"contrast":null,"reducedMotion":"yes"}' },
      { themeConfig: 'not json' },
      { themeConfig: 'null' },
    ]
    for (const preferred of [[], ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']]) {
      system(...preferred)
      for (const entries of stored) {
        localStorage.clear()
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value ?? '')
        const painted = paint()
        applyAppearance(readAppearance())
        expect(onPage(), JSON.stringify(entries)).toEqual(painted)
        expect(Object.keys(painted)).toHaveLength(6)
      }
    }
  })

  it('loads the style sheet of primary colors once, and only if the user has chosen a color', () => {
    const sheets = () => document.head.querySelectorAll('link[href="/primary-colors.css"]').length
    for (const sheet of document.head.querySelectorAll('link')) sheet.remove()
    applyAppearance(defaultAppearance)
    expect(sheets()).toBe(0)
    storeAppearance({ ...defaultAppearance, primary: 'violet' })
    applyAppearance(readAppearance())
    expect(sheets()).toBe(1)
    expect(readAppearance().primary).toBe('violet')
    document.getElementById('primary-colors')?.remove()
    paint()
    expect(sheets()).toBe(1)
  })

  it('follows the system until the user chooses a theme', () => {
    expect(isDark(readAppearance())).toBe(false)
    system('(prefers-color-scheme: dark)')
    expect(isDark(readAppearance())).toBe(true)
    storeAppearance({ ...defaultAppearance, mode: 'light' })
    expect(onPage().theme).toBe('light')
    expect(localStorage.getItem('darkMode')).toBe('false')
    storeAppearance(defaultAppearance)
    expect(onPage().theme).toBe('dark')
    expect(localStorage.getItem('darkMode')).toBeNull()
  })
})
