import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { PasswordField } from './password-field.tsx'
import { SearchField } from './search-field.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { TextField } from './text-field.tsx'
import { Toggle } from './toggle.tsx'

const segments = [
  { value: 'gantt', label: 'Gantt' },
  { value: 'timeline', label: 'Timeline' },
] as const

function SearchExample() {
  const [text, setText] = useState('frame')
  return <SearchField label="Search projects" value={text} onChange={setText} />
}

function SegmentsExample() {
  const [value, setValue] = useState<'gantt' | 'timeline'>('gantt')
  return <SegmentedControl label="View" value={value} segments={segments} onChange={setValue} />
}

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

describe('fields', () => {
  it('are named by their label, described by error and help, and marked as invalid', () => {
    const { rerender } = render(<TextField label="Email Address" description="At work" />)
    const input = screen.getByRole('textbox', { name: 'Email Address' })
    expect([input.getAttribute('aria-invalid'), describedBy(input)]).toEqual([null, 'At work'])
    rerender(<TextField label="Email Address" description="At work" error="Email is required" required />)
    expect(screen.getByRole('textbox', { name: /Email Address/ })).toBe(input)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
    expect(describedBy(input)).toBe('Email is required | At work')
    expect(screen.getByRole('alert').textContent).toBe('Email is required')
  })

  it('for a password can show and hide it', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })

  it('for a search are cleared by the cross and by Escape', async () => {
    const user = userEvent.setup()
    render(<SearchExample />)
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search projects' })
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(box.value).toBe('')
    await user.type(box, 'tank{Escape}')
    expect(box.value).toBe('')
  })
})

describe('choices', () => {
  it('include a checkbox, which has three states', () => {
    const { rerender } = render(<Checkbox label="All" checked="mixed" onChange={() => {}} />)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
    const states = [[box.indeterminate, box.checked]]
    for (const checked of [true, false, 'mixed'] as const) {
      rerender(<Checkbox label="All" checked={checked} onChange={() => {}} />)
      states.push([box.indeterminate, box.checked])
    }
    expect(states).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [true, false],
    ])
  })

  it('include a toggle, which has the role of a switch', async () => {
    const user = userEvent.setup()
    render(<Toggle label="Compact view" description="More rows" />)
    const control = screen.getByRole<HTMLInputElement>('switch', { name: /Compact view/ })
    await user.click(screen.getByText('Compact view'))
    expect(control.checked).toBe(true)
    expect(describedBy(control)).toBe('More rows')
  })

  it('include segments, which are radio buttons of one group', async () => {
    const user = userEvent.setup()
    render(<SegmentsExample />)
    expect(screen.getByRole('group', { name: 'View' })).toBeTruthy()
    const radios = screen.getAllByRole<HTMLInputElement>('radio')
    expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
    await user.click(screen.getByText('Timeline'))
    expect(radios.map((radio) => radio.checked)).toEqual([false, true])
  })
})
