import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UnbrokenName } from './unbroken-name.tsx'

const wordsKept = (name: string) => {
  const { container } = render(<UnbrokenName>{name}</UnbrokenName>)
  expect(container.textContent).toBe(name)
  return [...container.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent)
}

it('a name keeps its model numbers on one line, and breaks at its spaces', () => {
  expect(wordsKept('Hydraulic Press Base HP-80')).toEqual(['HP-80'])
  expect(wordsKept('CF-200 and CF-210')).toEqual(['CF-200', 'CF-210'])
  expect(wordsKept('Stair Tower')).toEqual([])
})

it('a long word of a name may break at its hyphens', () => {
  expect(wordsKept('Wärmetauscher-Unterkonstruktion-Nord')).toEqual([])
})
