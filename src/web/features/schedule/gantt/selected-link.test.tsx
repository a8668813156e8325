import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { refused, Scene } from '#testing/schedule/scene-fixture.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { extras } from '../frame/extras.ts'
import { distanceToLink } from '../model/link-path.ts'
import { rowPx } from './row-px.ts'

beforeAll(extras.prepare)
afterEach(cleanup)

const px = (text: string) => Number.parseFloat(text)
const barOf = (name: RegExp) => screen.getByRole('gridcell', { name })
const rowOf = (name: RegExp) => screen.getByRole('row', { name })

/** The middle of the horizontal part of the link from the weld to the paint, in px of the drawn part. */
const middleOfLink = () => {
  const weld = barOf(/^Weld frame, Thu/)
  const [endX, startX] = [px(weld.style.left) + px(weld.style.width), px(barOf(/^Paint topcoat, Fri/).style.left)]
  return { clientX: (endX + startX) / 2, clientY: (Number(rowOf(/Weld frame/).dataset.row) + 0.5) * rowPx }
}

const surface = () => barOf(/^Weld frame, Thu/).closest('[role="presentation"][style*="transform"]') as HTMLElement

const clickLink = () => fireEvent.pointerDown(surface(), { button: 0, ...middleOfLink() })
const waits = (operationId: string, dependencies: string[], done: string) =>
  expect.objectContaining({ kind: 'fields', operationId, fields: { dependencies }, done })
const isMarked = () => document.querySelector('[data-selected-link]') !== null
const said = (text: string | RegExp) => screen.getAllByText(text).length > 0

describe('a link on the Gantt', () => {
  it('is selected by a click, which says so and takes the focus, and ended by Delete or its button', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(
      <>
        <LiveRegion />
        <Scene expandedAll onWrite={onWrite} />
      </>,
    )
    fireEvent.pointerMove(surface(), middleOfLink())
    expect(surface().querySelector<HTMLElement>('[data-ground]')?.style.cursor).toBe('pointer')
    clickLink()
    expect(isMarked()).toBe(true)
    expect(said('Paint topcoat waits for Weld frame. Delete removes the dependency, Escape keeps it.')).toBe(true)
    expect(document.activeElement).toBe(rowOf(/Paint topcoat/))
    await user.keyboard('{Delete}')
    const ended = [waits('operation-2', [], 'Paint topcoat no longer waits for Weld frame')]
    expect(onWrite.mock.calls).toEqual([ended])
    expect(isMarked()).toBe(false)
    clickLink()
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    expect(onWrite.mock.calls).toEqual([ended, ended])
  })

  it('is kept by Escape and by a click beside it', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll onWrite={onWrite} />)
    clickLink()
    await user.keyboard('{Escape}{Delete}')
    expect(isMarked()).toBe(false)
    clickLink()
    fireEvent.pointerDown(surface(), { button: 0, clientX: 1, clientY: 1 })
    expect(isMarked()).toBe(false)
    await user.keyboard('{Delete}{Backspace}')
    expect(onWrite).not.toHaveBeenCalled()
  })

  it('is reached by keys from each of its operations, in turn, and ended by Backspace', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(
      <>
        <LiveRegion />
        <Scene expandedAll onWrite={onWrite} />
      </>,
    )
    rowOf(/Frame 1/).focus()
    await user.keyboard('{ArrowDown}l')
    expect(said('Bend brackets has no dependencies')).toBe(true)
    await user.keyboard('{ArrowDown>4/}')
    expect(document.activeElement).toBe(rowOf(/Weld frame/))
    await user.keyboard('l')
    expect(said(/^Weld frame waits for Cut plates\./)).toBe(true)
    await user.keyboard('l')
    expect(said(/^Paint topcoat waits for Weld frame\./)).toBe(true)
    await user.keyboard('l')
    expect(said(/^Weld frame waits for Cut plates\./)).toBe(true)
    await user.keyboard('{Backspace}')
    expect(onWrite.mock.calls).toEqual([[waits('operation-1', [], 'Weld frame no longer waits for Cut plates')]])
  })

  it('a reader who may not plan the operation that waits does not end the link', async () => {
    const user = userEvent.setup()
    const onWrite = vi.fn()
    render(<Scene expandedAll refusals={refused} onWrite={onWrite} />)
    clickLink()
    expect(screen.getByText('Planning needs more access.')).toBeTruthy()
    await user.keyboard('{Delete}')
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
    expect(onWrite).not.toHaveBeenCalled()
  })
})

describe('a link on the Timeline', () => {
  it('is drawn from the end of a bar to another one, which may be too small to be an element', () => {
    const onWrite = vi.fn()
    render(<Scene view="timeline" onWrite={onWrite} />)
    const grid = screen.getByRole('grid', { name: 'Schedule by work center' })
    // Only the weld is wide enough for an element. Days have 110 px, and all three bars are in one lane.
    const { left, top } = barOf(/Weld frame, Thu/).style
    const point = (day: number, hour: number) => ({
      clientX: px(left) + ((day - 3) * 24 + hour - 14) * (110 / 24),
      clientY: px(top) + 10,
    })
    fireEvent.pointerMove(grid, point(0, 8))
    const handle = document.querySelector('[data-link-handle]')
    if (!handle) throw new Error('There is no handle')
    fireEvent.pointerDown(handle, { button: 0 })
    fireEvent.pointerMove(window, point(4, 7.5))
    expect(screen.getByText('Paint topcoat will wait for Cut plates')).toBeTruthy()
    fireEvent.pointerUp(window)
    expect(onWrite.mock.calls).toEqual([
      [waits('operation-2', ['operation-1', 'operation-0'], 'Paint topcoat waits for Cut plates')],
    ])
  })
})

describe('the distance to a link', () => {
  it('is that to its nearest part, also where the link goes back', () => {
    const down = { fromX: 10, fromY: 16, toX: 50, toY: 38 }
    expect(distanceToLink(down, 30, 16)).toBe(0)
    expect(distanceToLink(down, 54, 30)).toBe(0)
    expect(distanceToLink(down, 30, 21)).toBe(5)
    const back = { fromX: 100, fromY: 16, toX: 40, toY: 70 }
    expect(distanceToLink(back, 108, 40)).toBe(0)
    expect(distanceToLink(back, 70, 62)).toBe(0)
    expect(distanceToLink(back, 70, 40)).toBe(22)
  })
})
