import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConflictingSpellings, readWireNames, toCamelCase } from './wire-names.ts'

describe('readWireNames', () => {
  it.each([
    ['projectName', 'projectName'],
    ['ProjectName', 'projectName'],
    ['project_name', 'projectName'],
    ['PROJECT_NAME', 'projectName'],
    ['ProjectId', 'projectId'],
    ['UserID', 'userId'],
    ['IsAdmin', 'isAdmin'],
    ['ModifiedBy', 'modifiedBy'],
  ])('%s becomes %s', (wire, name) => {
    expect(toCamelCase(wire)).toBe(name)
  })

  it('names are converted at every depth, and no value changes', () => {
    expect(readWireNames({ ProjectOperations: [{ operation_id: 'A_B', Name: 'Cut_Plates' }] })).toEqual({
      projectOperations: [{ operationId: 'A_B', name: 'Cut_Plates' }],
    })
  })

  it('two spellings with the same value are accepted, and with different values refused', () => {
    expect(readWireNames({ ProjectName: 'A', projectName: 'A' })).toEqual({ projectName: 'A' })
    expect(() => readWireNames({ ProjectName: 'A', project_name: 'B' })).toThrow(ConflictingSpellings)
  })

  it('ids remain as keys, and keys that could change a prototype are dropped', () => {
    const id = '0b3f2a8e-1111-4222-8333-444455556666'
    expect(readWireNames({ dependencyLagHours: { [id]: 2 } })).toEqual({ dependencyLagHours: { [id]: 2 } })
    const read = readWireNames(
      JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"x":1},"Prototype":{"x":1},"name":"a"}'),
    )
    expect(read).toEqual({ name: 'a' })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('any JSON value is read, and reading the result again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          const once = readWireNames(value)
          expect(readWireNames(once)).toEqual(once)
        } catch (error) {
          expect(error).toBeInstanceOf(ConflictingSpellings)
        }
      }),
      { examples: [[[{ ' _A_': {} }]], [{ Constructor: 1 }]] },
    )
  })
})
