import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { listColumns, useListTable } from './list-table.ts'
import { PlainList } from './plain-list.tsx'

interface Tool {
  name: string
  hours: number
}
const helper = listColumns<Tool, { unit: string }>()
const columns = helper.columns([
  helper.accessor('name', {
    header: 'Tool',
    meta: { namesRow: true, plain: ({ name }) => name },
  }),
  helper.display({
    id: 'hours',
    header: 'Used',
    meta: { plain: ({ hours }, { unit }) => `${hours} ${unit}` },
  }),
])
const idOf = ({ name }: Tool) => name
const tools = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Drill ${index}`, hours: index }))

function Tools({ rows, onSort }: { rows: readonly Tool[]; onSort?: (id: string, descending: boolean) => void }) {
  const table = useListTable({ columns, rows, idOf, sortBy: 'name', isSorted: true, ...(onSort && { onSort }) })
  return <PlainList table={table} scene={{ unit: 'h' }} />
}

describe('a plain list', () => {
  it('names its rows and keeps the given order', () => {
    render(<Tools rows={tools(2).reverse()} />)
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ToolUsed',
      'Drill 11 h',
      'Drill 00 h',
    ])
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Drill 1', 'Drill 0'])
  })

  it('reverses the order when the header of the sorted column is clicked, and offers no sorting on other columns', async () => {
    const onSort = vi.fn()
    render(<Tools rows={tools(2)} onSort={onSort} />)
    expect(screen.getByRole('columnheader', { name: 'Tool' }).getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Tool' }))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name', true)
    expect(screen.queryByRole('button', { name: 'Used' })).toBeNull()
  })

  it('renders fifty rows at first and the next rows on request', async () => {
    render(<Tools rows={tools(60)} />)
    expect(screen.getAllByRole('rowheader')).toHaveLength(50)
    await userEvent.click(screen.getByRole('button', { name: 'Show 10 more' }))
    expect(screen.getAllByRole('rowheader')).toHaveLength(60)
  })
})
