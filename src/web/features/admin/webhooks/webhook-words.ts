import type { Webhook, WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts'

/** The events of webhooks in words. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'project.late': 'Project late',
  'project.recovered': 'Project recovered',
  'project.shipped': 'Project shipped',
  'run.finished': 'Run finished',
}

export const eventsOf = ({ events }: Webhook): string => events.map((event) => eventWords[event]).join(', ')

/** The name of a message's event, which may also be a test. */
export const eventWord = (event: string): string =>
  Object.entries(eventWords).find(([name]) => name === event)?.[1] ?? 'Test'

/** The status of a message: "Delivered", "Waiting: answered 500", "Failed: No connection". */
export const statusWords = ({ status, answerStatus, problem }: WebhookDelivery): string => {
  if (status === 'delivered') return 'Delivered'
  const why = problem ?? (answerStatus === null ? null : `answered ${answerStatus}`)
  const word = status === 'waiting' ? 'Waiting' : 'Failed'
  return why === null ? word : `${word}: ${why}`
}
