import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { ColumnChart } from './column-chart.tsx'
import { LineChart } from './line-chart.tsx'

stubResizeObserver()

const number = (element: Element | null | undefined, name: string) => Number(element?.getAttribute(name))
/** The tooltip of a mark, with the numbers that position it. */
const marks = (container: HTMLElement, kind: string) =>
  [...container.querySelectorAll(kind)].flatMap((mark) => {
    const title = mark.querySelector('title')?.textContent
    return title ? [{ title, mark }] : []
  })
const texts = (container: HTMLElement) => [...container.querySelectorAll('text')].map(({ textContent }) => textContent)
/** The names below the columns, without those that are left out. */
const namesBelow = (container: HTMLElement, names: readonly string[]) =>
  texts(container).filter((text) => text !== null && names.includes(text))

describe('a column chart', () => {
  const keys = ['a', 'b', 'c']
  const names = ['Mon', 'Tue', '']
  const series = [
    { name: 'Saw', values: [300, 1_200, 0], fill: 'red' },
    { name: 'Mill', values: [100, 0, 0], fill: ['green', 'blue', 'black'] },
  ]

  it('stacks the values of a column, leaves out zeros, and names each part with its value', () => {
    const { container } = render(<ColumnChart keys={keys} names={names} series={series} height={300} />)
    const bars = marks(container, 'rect')
    expect(bars.map(({ title }) => title)).toEqual(['Mon: Saw 300', 'Mon: Mill 100', 'Tue: Saw 1,200'])
    const [saw, mill, tall] = bars.map(({ mark }) => mark)
    expect(number(mill, 'y') + number(mill, 'height')).toBeCloseTo(number(saw, 'y'), 0)
    expect(number(tall, 'height')).toBeGreaterThan(200)
    expect(number(tall, 'x')).toBeGreaterThan(number(saw, 'x') + number(saw, 'width'))
    expect([saw, mill].map((bar) => bar?.getAttribute('fill'))).toEqual(['red', 'green'])
    // A thin line separates the parts of a column.
    expect(number(saw, 'stroke-width')).toBe(1)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('shows the sum above each column that has one, and a line before a column, only if requested', () => {
    const small = [
      { name: 'Late', values: [2, 5, 0], fill: 'red' },
      { name: 'On time', values: [1, 2, 0], fill: 'green' },
    ]
    const { container, rerender } = render(<ColumnChart keys={keys} names={names} series={small} />)
    const bold = () => [...container.querySelectorAll('text[font-weight]')].map(({ textContent }) => textContent)
    expect([bold(), container.querySelectorAll('line[stroke-dasharray]').length]).toEqual([[], 0])
    rerender(<ColumnChart keys={keys} names={names} series={small} labelled divideBefore={1} />)
    expect(bold()).toEqual(['3', '7'])
    const [dash] = container.querySelectorAll('line[stroke-dasharray]')
    const bars = marks(container, 'rect').map(({ mark }) => mark)
    expect(number(dash, 'x1')).toBeGreaterThan(number(bars[0], 'x') + number(bars[0], 'width'))
    expect(number(dash, 'x1')).toBeLessThan(number(bars[2], 'x'))
    expect(number(dash, 'x2')).toBe(number(dash, 'x1'))
  })

  it('names as many columns as fit, and always the last one', () => {
    const many = Array.from({ length: 60 }, (_, index) => `Week ${index + 10}`)
    const values = many.map(() => 1)
    const { container } = render(
      <ColumnChart keys={many} names={many} series={[{ name: 'All', values, fill: 'red' }]} />,
    )
    const named = namesBelow(container, many)
    expect(named.at(-1)).toBe('Week 69')
    expect(named.length).toBeGreaterThan(4)
    expect(named.length).toBeLessThan(12)
  })

  it('has whole numbers on its axis, from zero to at least four', () => {
    const { container } = render(
      <ColumnChart keys={['a']} names={['']} series={[{ name: 'x', values: [1], fill: '' }]} />,
    )
    expect(texts(container).filter(Boolean)).toEqual(['0', '1', '2', '3', '4'])
  })
})

describe('a line chart', () => {
  const keys = ['a', 'b', 'c', 'd']
  const names = ['Aug', 'Sep', 'Oct', '']
  const shown = (values: readonly (number | null)[]) => {
    const { container, unmount } = render(<LineChart keys={keys} names={names} values={values} max={100} />)
    const points = marks(container, 'circle')
    const label = container.querySelector('text[font-weight]')
    const last = points.at(-1)?.mark
    const result = {
      titles: points.map(({ title }) => title),
      filled: points.map(({ mark }) => mark.getAttribute('fill') === 'var(--primary)'),
      label: label?.textContent,
      isBelow: number(label, 'y') > number(last, 'cy'),
      heights: points.map(({ mark }) => number(mark, 'cy')),
    }
    unmount()
    return result
  }

  it('skips missing values, but draws zero, and marks and names the last point', () => {
    const { titles, filled, label, heights } = shown([50, null, 0, 75])
    expect(titles).toEqual(['Aug: 50 %', 'Oct: 0 %', ': 75 %'])
    expect(filled).toEqual([false, false, true])
    expect(label).toBe('75')
    expect(heights[1]).toBeGreaterThan(heights[0] ?? Number.NaN)
    expect(heights[2]).toBeLessThan(heights[0] ?? Number.NaN)
    expect(shown([null, null, null, null])).toMatchObject({ titles: [], label: undefined })
  })

  it('puts the label of the last point on the side away from the line', () => {
    expect(shown([null, 20, 30, 80]).isBelow).toBe(false)
    expect(shown([null, 20, 80, 30]).isBelow).toBe(true)
    expect(shown([null, null, null, 30]).isBelow).toBe(false)
  })
})
