import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ComboboxField } from './combobox-field.tsx'

const groups = [
  { options: [{ value: '', label: 'Organization' }] },
  { label: 'Common', options: [{ value: 'America/Chicago', label: 'Central (America/Chicago)' }] },
  {
    label: 'All',
    options: [
      { value: 'America/Sao_Paulo', label: 'America/Sao Paulo' },
      { value: 'Europe/Kyiv', label: 'Europe/Kyiv', words: 'Kiev' },
      { value: 'Africa/Cairo', label: 'Africa/Cairo' },
    ],
  },
]

function Example({ onChange = () => {} }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState('America/Chicago')
  return (
    <>
      <ComboboxField
        label="Time zone"
        description="Of the shop"
        groups={groups}
        value={value}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
        nothingFound="No time zone found"
      />
      <button type="button">Next</button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

describe('a combobox', () => {
  it('shows the chosen option, and all options in groups once it is opened', async () => {
    const user = userEvent.setup()
    render(<Example />)
    expect([box().value, box().getAttribute('aria-expanded'), options()]).toEqual([
      'Central (America/Chicago)',
      'false',
      [],
    ])
    await user.click(box())
    expect(box().getAttribute('aria-expanded')).toBe('true')
    expect(options()).toHaveLength(5)
    expect(screen.getByRole('group', { name: 'Common' }).textContent).toContain('Central')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Central (America/Chicago)')
    expect(active()).toBe('Central (America/Chicago)')
  })

  it('finds options by any of their words, without accents and punctuation', async () => {
    const user = userEvent.setup()
    render(<Example />)
    await user.click(box())
    const found = async (text: string) => {
      await user.clear(box())
      await user.type(box(), text)
      return options()
    }
    expect(await found('são paulo')).toEqual(['America/Sao Paulo'])
    expect(await found('america_sao')).toEqual(['America/Sao Paulo'])
    expect(await found('kiev')).toEqual(['Europe/Kyiv'])
    expect(await found('AMERICA')).toEqual(['Central (America/Chicago)', 'America/Sao Paulo'])
    expect(await found('moon')).toEqual([])
    expect(screen.getAllByText('No time zone found')).toHaveLength(2)
  })

  it('can be used with the keyboard: arrows move, Enter selects, and the focus stays', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(<Example onChange={onChange} />)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Central (America/Chicago)')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('Europe/Kyiv')
    await user.keyboard('{ArrowUp}{Enter}')
    expect(onChange.mock.calls).toEqual([['America/Sao_Paulo']])
    expect([box().value, options(), document.activeElement]).toEqual(['America/Sao Paulo', [], box()])
    await user.keyboard('cairo{Enter}')
    expect(onChange).toHaveBeenLastCalledWith('Africa/Cairo')
  })

  it('restores the chosen option when the field is left or on Escape, which closes nothing else', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    const onEscape = vi.fn()
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the field.
      <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
        <Example onChange={onChange} />
      </div>,
    )
    await user.click(box())
    await user.keyboard('kyiv{Escape}')
    expect([box().value, options()]).toEqual(['Central (America/Chicago)', []])
    expect(onEscape).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(onEscape).toHaveBeenCalledTimes(1)
    await user.keyboard('kyiv{Tab}')
    expect([box().value, options()]).toEqual(['Central (America/Chicago)', []])
    expect(onChange).not.toHaveBeenCalled()
  })

  it('can be used with the pointer', async () => {
    const user = userEvent.setup()
    render(<Example />)
    await user.click(box())
    await user.click(screen.getByRole('option', { name: 'Organization' }))
    expect([box().value, options()]).toEqual(['Organization', []])
  })
})
