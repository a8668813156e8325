import { expect, it } from 'vitest'
import { nextSwatch } from './work-center-dialog.tsx'

it('a new work center gets the first unused color, or one of the least used ones', () => {
  const colored = (...colors: string[]) => colors.map((color) => ({ color }))
  expect(nextSwatch([])).toBe('w1')
  expect(nextSwatch(colored('w1', 'w3', '#336699'))).toBe('w2')
  expect(nextSwatch(colored('w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w1', 'w2'))).toBe('w3')
})
