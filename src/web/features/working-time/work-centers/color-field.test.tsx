import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ColorField, colorWords, typedColor } from './color-field.tsx'

function Example({ first }: { first: string }) {
  const [color, setColor] = useState(first)
  return (
    <main>
      <ColorField value={color} error={null} onChange={setColor} />
      <output>{color}</output>
    </main>
  )
}

const chosen = () => screen.getByRole('status').textContent

it('a color is one of the eight swatches, or a typed one', async () => {
  const user = userEvent.setup()
  render(<Example first="w2" />)
  expect(screen.getByRole('radiogroup', { name: 'Color' })).toBeTruthy()
  const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Other color' })
  expect([screen.getByRole<HTMLInputElement>('radio', { name: 'Blue' }).checked, other.value]).toEqual([true, ''])
  await user.type(other, '#336699')
  expect(chosen()).toBe('#336699')
  expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
  await user.click(screen.getByRole('radio', { name: 'Rose' }))
  expect([chosen(), other.value]).toEqual(['w7', ''])
  const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
  expect(violations).toEqual([])
})

it('a typed color may omit the number sign and contain capital letters', () => {
  expect(['3498DB', ' #3498DB ', 'w3', '#349'].map(typedColor)).toEqual(['#3498db', '#3498db', 'w3', '#349'])
  expect(['w1', '#336699'].map(colorWords)).toEqual(['Teal', '#336699'])
})
