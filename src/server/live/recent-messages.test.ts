// @module-tag bothEngines
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/live-events.ts'
import { RecentMessages } from './recent-messages.ts'

const event = (id: string): LiveEvent => ({ type: 'changed', resource: 'projects', items: [{ id }], clientId: null })
const ids = (events: readonly LiveEvent[]) =>
  events.map((of) => (of.type === 'changed' ? (of.items[0]?.id ?? '') : of.type))

const atClock = () => {
  const clock = { ms: 1_000 }
  return { clock, recent: new RecentMessages(() => clock.ms) }
}

describe('the messages of the last minute', () => {
  it('contain those of the organization, and those for some users only for these users', () => {
    const { clock, recent } = atClock()
    clock.ms += 20_000
    recent.add({ tenantId: 'north', userIds: null, event: event('a') })
    recent.add({ tenantId: 'south', userIds: null, event: event('b') })
    recent.add({ tenantId: 'north', userIds: ['dana'], event: event('c') })
    clock.ms += 10_000
    expect(recent.of('north', 'eli').knownForMs).toBe(30_000)
    expect(ids(recent.of('north', 'eli').events)).toEqual(['a'])
    expect(ids(recent.of('north', 'dana').events)).toEqual(['a', 'c'])
  })

  it('say how long ago they were sent', () => {
    const { clock, recent } = atClock()
    recent.add({ tenantId: 'north', userIds: null, event: event('a') })
    clock.ms += 4_000
    expect(recent.of('north', 'dana').events).toEqual([{ ...event('a'), agoMs: 4_000 }])
  })

  it('reach back one minute, but not beyond the last gap', () => {
    const { clock, recent } = atClock()
    recent.add({ tenantId: 'north', userIds: null, event: event('old') })
    clock.ms += 61_000
    recent.add({ tenantId: 'north', userIds: null, event: event('new') })
    expect(recent.of('north', 'dana')).toMatchObject({ knownForMs: 60_000 })
    expect(ids(recent.of('north', 'dana').events)).toEqual(['new'])
    recent.gap()
    clock.ms += 5
    expect(recent.of('north', 'dana')).toEqual({ knownForMs: 5, events: [] })
  })

  it('reach back less far when there are very many, and never claim to cover dropped messages', () => {
    const { clock, recent } = atClock()
    for (let count = 0; count < 2_500; count++) {
      clock.ms += 10
      recent.add({ tenantId: 'north', userIds: null, event: event(String(count)) })
    }
    const { knownForMs, events } = recent.of('north', 'dana')
    expect(events.length).toBeLessThanOrEqual(2_000)
    expect(ids(events).at(-1)).toBe('2499')
    expect(knownForMs).toBeLessThanOrEqual(events.length * 10)
  })
})
