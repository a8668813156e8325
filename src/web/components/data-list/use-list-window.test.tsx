import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { layoutRows } from './row-layout.ts'
import { useListWindow } from './use-list-window.ts'

const rowPx = 36
const onSight = vi.fn()

type ListProps = { count: number; active?: number; listKey?: string; rowPx?: number }

function List({ count, active = -1, listKey = '', rowPx: heightPx = rowPx }: ListProps) {
  const { scroller, lines, totalPx } = useListWindow({
    layout: layoutRows(null, count),
    rowPx: heightPx,
    headPx: 0,
    active,
    bulkOpen: false,
    onSight,
    listKey,
  })
  return (
    <section ref={scroller} aria-label="List">
      <ul style={{ height: totalPx }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

const drawn = () => screen.queryAllByRole('listitem').map(({ textContent }) => Number(textContent))
const scrollTo = (topPx: number) => {
  const box = screen.getByRole('region')
  box.scrollTop = topPx
  act(() => void fireEvent.scroll(box))
}
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(10 * rowPx)
  Element.prototype.scrollTo = () => {}
})

describe('the drawn lines of a list', () => {
  it.each([
    ['at the top', 100_000, 0, range(0, 17)],
    ['in the middle of a line', 100_000, 3_610, range(92, 118)],
    ['at the end', 100_000, 3_599_640, range(99_982, 99_999)],
    ['of fewer lines than fit', 4, 0, range(0, 3)],
  ])('are those in sight and eight more on both sides: %s', (_, count, topPx, expected) => {
    render(<List count={count} />)
    scrollTo(topPx)
    expect(drawn()).toEqual(expected)
    expect(onSight).toHaveBeenLastCalledWith(expected.at(0), (expected.at(-1) ?? 0) + 1)
  })

  it('a list that has become shorter draws its end before the box has scrolled there', () => {
    const { rerender } = render(<List count={100_000} />)
    scrollTo(36_000)
    rerender(<List count={50} />)
    expect(drawn()).toEqual(range(32, 49))
  })

  it('the active line is drawn wherever the list is scrolled to, while the list has it, and its row is not requested', () => {
    const { rerender } = render(<List count={100_000} active={3} />)
    scrollTo(3_600)
    expect(drawn()).toEqual([3, ...range(92, 117)])
    expect(onSight).toHaveBeenLastCalledWith(92, 118)
    rerender(<List count={100_000} active={500} />)
    expect(drawn()).toEqual([...range(92, 117), 500])
    rerender(<List count={4} active={9} />)
    expect(drawn()).toEqual(range(0, 3))
  })

  it('another row height draws the lines that are now in sight', () => {
    const { rerender, container } = render(<List count={1_000} />)
    scrollTo(3_600)
    rerender(<List count={1_000} rowPx={18} />)
    expect(drawn()).toEqual(range(192, 227))
    expect(container.querySelector('ul')?.style.height).toBe('18000px')
  })

  it('another list begins at its top', () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
    const { rerender } = render(<List count={1_000} listKey="a" />)
    rerender(<List count={1_000} listKey="b" />)
    expect(scrolled).toHaveBeenCalledWith({ top: 0 })
  })
})
