import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { PhaseSteps } from './phase-steps.tsx'

it('an arrow between two phases belongs to the first of them, so that no line on a phone begins with one', () => {
  render(<PhaseSteps project={{ currentPhase: 'production' } as Project} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ children }) => [...children].map(({ tagName }) => tagName.toLowerCase()))).toEqual([
    ...Array.from({ length: steps.length - 1 }, () => ['span', 'svg']),
    ['span'],
  ])
})
