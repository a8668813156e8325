import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type FilterGroup, FilterGroupChips } from './filter-groups.tsx'

const groups: readonly FilterGroup<'urgency' | 'phase'>[] = [
  {
    key: 'urgency',
    title: 'Urgency',
    options: [
      { value: 'high', label: 'High, 70 and more' },
      { value: 'medium', label: 'Medium, 50 to 69' },
      { value: 'low', label: 'Low, below 50' },
    ],
  },
  { key: 'phase', title: 'Phase', options: [{ value: 'shipped', label: 'Shipped' }] },
]

const draw = (chosen: readonly string[]) => {
  const onChoose = vi.fn()
  render(<FilterGroupChips groups={groups} onChoose={onChoose} chosenOf={(key) => (key === 'urgency' ? chosen : [])} />)
  return onChoose
}

describe('filter chips', () => {
  it('name the selected options without their explanations, and only for active filters', () => {
    draw(['high', 'low'])
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Urgency is High, Low', ''])
  })

  it('open the options, and an added option goes to its place in the option order', async () => {
    const onChoose = draw(['low'])
    await userEvent.click(screen.getByRole('button', { name: 'Urgency is Low' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'High, 70 and more' }))
    expect(onChoose).toHaveBeenLastCalledWith('urgency', ['high', 'low'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Low, below 50' }))
    expect(onChoose).toHaveBeenLastCalledWith('urgency', [])
  })

  it('remove a filter with their cross', async () => {
    const onChoose = draw(['low'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Urgency is Low' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('urgency', [])
  })
})
