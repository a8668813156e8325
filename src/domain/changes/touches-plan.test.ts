import { describe, expect, it } from 'vitest'
import { touchesPlan } from './touches-plan.ts'

const change = (
  entity: Parameters<typeof touchesPlan>[0]['entity'],
  action: 'create' | 'update' | 'delete',
  field: string,
) => touchesPlan({ entity, action, changes: [{ field }] })

describe('a recorded change', () => {
  it('outdates earlier runs if they read what was changed', () => {
    expect(change('project', 'update', 'priority')).toBe(true)
    expect(change('project', 'update', 'customerName')).toBe(false)
    expect(change('project', 'create', 'customerName')).toBe(true)
    expect(change('operation', 'update', 'durationHours')).toBe(true)
    expect(change('operation', 'update', 'description')).toBe(false)
    expect(change('operation', 'delete', 'name')).toBe(true)
    expect(change('category', 'create', 'name')).toBe(true)
    expect(change('category', 'update', 'name')).toBe(false)
    expect(change('shift', 'update', 'versions')).toBe(true)
    expect(change('shift', 'update', 'name')).toBe(false)
    expect(change('savedView', 'update', 'name')).toBe(false)
  })
})
