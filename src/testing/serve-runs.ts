import type { LiveEvent } from '#contract/live-events.ts'
import { notify } from '#server/db/notify.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { changesChannel } from '#server/services/records/store-history.ts'
import type { TestServer } from './server-harness.ts'

/** Executes the scheduling runs of a test server. */
export const serveRuns = ({ services }: TestServer): { close(): Promise<void> } =>
  startRunner(services, { info: () => undefined, error: () => undefined })

/** Forwards what the socket would send to the browsers of an organization, in the same order; returns a function that stops it. */
export const hearLive = (
  { services }: TestServer,
  tenantId: string,
  onEvent: (event: LiveEvent) => void,
): Promise<() => Promise<void>> =>
  services.db.listen(changesChannel, {
    onMessage: (message) => {
      const announced = JSON.parse(message) as { tenantId: string; event: LiveEvent }
      if (announced.tenantId === tenantId) onEvent(announced.event)
    },
  })

/** Announces an event to the browsers of an organization, after everything that was announced before. */
export const announceLive = ({ services }: TestServer, tenantId: string, event: LiveEvent): Promise<void> =>
  services.db.withSystem((tx) => notify(tx, changesChannel, JSON.stringify({ tenantId, event })))
