import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { projectFlag } from '#contract/schedule.ts'
import { at, Scene, scenePlan } from '#testing/schedule/scene-fixture.tsx'

afterEach(cleanup)

it('a project has a mark at its earliest start, with words, unless it is over or has none', () => {
  const released = (releaseMs: number[], flags = [0, 0]) => ({
    ...scenePlan,
    projects: { ...scenePlan.projects, releaseMs, flags },
  })
  const { container, rerender } = render(<Scene data={released([at(0, 8), 0])} />)
  expect(screen.getByRole('img', { name: 'Earliest start Mon 11/16 8:00 AM' }).title).toContain('8:00 AM')
  expect(container.querySelectorAll('[data-release]')).toHaveLength(1)
  rerender(<Scene data={released([at(0, 8), at(2, 8)], [projectFlag.completed, 0])} />)
  expect(screen.getAllByRole('img').map((mark) => mark.ariaLabel)).toEqual(['Earliest start Wed 11/18 8:00 AM'])
  rerender(<Scene data={scenePlan} />)
  expect(container.querySelectorAll('[data-release]')).toHaveLength(0)
})
