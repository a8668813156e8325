import { useMemo } from 'react'
import type { PresenceScreen, PresentPerson } from '#contract/live-events.ts'
import { usePresence } from '#web/stores/presence.ts'
import { useSession } from '#web/stores/session.ts'

/** Whom to look for: at one project (its operations included), or on one screen. */
export type Where = { projectId: string } | { screen: PresenceScreen }

export type Colleague = Pick<PresentPerson, 'userId' | 'name'>

/** Each colleague once, however many tabs they have; never the reader. In the order of their names. */
export const colleaguesAt = (people: readonly PresentPerson[], where: Where, ownUserId: string | null): Colleague[] => {
  const here = people.filter((person) =>
    'projectId' in where ? person.projectId === where.projectId : person.screen === where.screen,
  )
  const byId = new Map(here.map(({ userId, name }) => [userId, { userId, name }]))
  if (ownUserId !== null) byId.delete(ownUserId)
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Colleagues who look at the same thing right now. */
export const useColleagues = (where: Where): Colleague[] => {
  const people = usePresence((presence) => presence.people)
  const userId = useSession((session) => session.userId)
  const at = JSON.stringify(where)
  return useMemo(() => colleaguesAt(people, JSON.parse(at) as Where, userId), [people, at, userId])
}
