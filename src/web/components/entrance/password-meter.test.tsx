import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PasswordMeter } from './password-meter.tsx'

/** The word for a password, and how many of the four parts of the bar are filled. */
const meterOf = (password: string) => {
  const { container, unmount } = render(<PasswordMeter password={password} />)
  const filled = container.querySelectorAll('.bg-crit, .bg-warn, .bg-ok').length
  const word = ['Weak', 'Medium', 'Strong'].filter((one) => screen.queryByText(one))
  const says = screen.queryByText('Password strength') !== null
  unmount()
  return says ? [word.join(), filled] : null
}

it.each([
  ['', '', 0],
  ['abc', 'Weak', 1],
  ['abcdef', 'Weak', 1],
  // More than six characters score 25, more than ten another 25.
  ['abcdefg', 'Weak', 1],
  ['abcdefghij', 'Weak', 1],
  ['abcdefghijk', 'Medium', 2],
  // Mixed case scores 25; a digit and a symbol score 12.5 each.
  ['aB', 'Weak', 1],
  ['AB', 'Weak', 1],
  ['abcdefG', 'Medium', 2],
  ['abcdef1', 'Weak', 2],
  ['abcdefé', 'Weak', 1],
  ['abcdef1!', 'Medium', 2],
  ['abcdefG1', 'Medium', 3],
  ['abcdefG!', 'Medium', 3],
  ['abcdefG1!', 'Strong', 3],
  ['abcdefghiJK', 'Strong', 3],
  ['abcdefghiJK1!', 'Strong', 4],
])('the strength of the password "%s" is "%s", with %i of 4 parts filled', (password, word, filled) => {
  expect(meterOf(password)).toEqual([word, filled])
})
