import { describe, expect, it } from 'vitest'
import { aProject } from '#testing/builders/a-project.ts'
import { ApiError } from '#web/api/api-error.ts'
import { bulkOutcome, outcomeWords } from './bulk-outcome.ts'

const projects = ['1040', '1041', '1042'].map((projectNumber) => aProject({ projectNumber }))

describe('bulkOutcome', () => {
  it('names each project that could not be changed', () => {
    const outcome = bulkOutcome(projects, [null, null, new ApiError('stale', 'Stale', { status: 412 })])
    expect(outcomeWords(outcome)).toBe('2 of 3 changed; #1042: someone else changed it')
    expect(outcome.changedIds).toEqual(['id-1040', 'id-1041'])
  })

  it('repeats the error message of the server for any other refusal', () => {
    const refused = new ApiError('invalid_move', 'Invalid move - this transition is not allowed', { status: 422 })
    expect(outcomeWords(bulkOutcome(projects, [refused, null, refused]))).toBe(
      '1 of 3 changed; #1040: Invalid move - this transition is not allowed; #1042: Invalid move - this transition is not allowed',
    )
  })
})
