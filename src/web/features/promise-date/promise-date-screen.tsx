import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { ListedProject } from '#contract/projects.ts'
import type { PromiseQuestion } from '#contract/promise-date.ts'
import type { RoutingTemplate } from '#contract/routing-templates.ts'
import { routingOf, routingText } from '#domain/promise-date/read-routing.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { workCentersQuery } from '#web/api/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations.queries.ts'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { askPromiseDateMutation } from '#web/api/promise-date.mutations.ts'
import { routingTemplatesQuery } from '#web/api/routing-templates.queries.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Alert } from '#web/ui/alert.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AnswerCard } from './answer-card.tsx'
import { RoutingForm } from './routing-form.tsx'

/** The project or the routing template whose operations are copied; at most one of them. */
export interface RoutingSource {
  project?: string | undefined
  template?: string | undefined
}

type PromiseDateScreenProps = { from: RoutingSource; onFrom: (from: RoutingSource) => void }

type AskProps = PromiseDateScreenProps & {
  initial: string
  centers: readonly Category[]
  projects: readonly ListedProject[]
  templates: readonly RoutingTemplate[]
}

/** The form and its answers. Answers to another question than the one in the form cannot be taken. */
function Ask(props: AskProps) {
  const [isOld, setOld] = useState(false)
  const isNarrow = useNarrow()
  const answers = useRef<HTMLDivElement>(null)
  const ask = useMutation(askPromiseDateMutation())
  const show = async (question: PromiseQuestion) => {
    setOld(false)
    await ask.mutateAsync(question)
    announce('The dates are there')
    if (isNarrow) answers.current?.scrollIntoView()
  }
  return (
    <div className="flex flex-wrap items-start gap-4 px-5 pb-5 max-md:px-4">
      <div className="min-w-0" style={{ flex: '2 1 24rem' }} onChange={() => setOld(true)}>
        <RoutingForm {...props} onAsk={show} />
      </div>
      <div
        ref={answers}
        className="flex min-w-0 flex-col gap-4"
        style={{ flex: '5 1 24rem' }}
        aria-busy={ask.isPending}
      >
        {ask.isError && <Alert>{errorSentence(ask.error)}</Alert>}
        {ask.data && isOld && !ask.isPending && (
          <Alert kind="info">The work has changed since these dates were computed. Show the dates again.</Alert>
        )}
        {ask.isPending &&
          ['behind', 'priority', 'first'].map((card) => <Skeleton key={card} className="h-37 rounded" />)}
        {!ask.isPending &&
          ask.data?.answers.map((answer) => (
            <AnswerCard key={answer.kind} {...{ answer, isOld }} question={ask.variables} />
          ))}
        {!ask.isPending && !ask.data && !ask.isError && (
          <EmptyState
            icon={<CalendarCheck />}
            title="When could we ship this?"
            className="rounded border border-line-2 bg-surface"
          >
            Paste the operations of new work, or take those of a project or a routing template. You see three dates, and
            whom each of them delays. Nothing is stored until you create the project.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

/**
 * When new work could ship: its operations on the left, three answers on the right. The project or template that it copies is in the
 * address.
 */
export function PromiseDateScreen({ from, onFrom }: PromiseDateScreenProps) {
  const { project = '', template } = from
  const { data: centers } = useSuspenseQuery(workCentersQuery())
  const { data: projects } = useSuspenseQuery(projectsQuery())
  const { data: templates } = useSuspenseQuery(routingTemplatesQuery())
  const { data: ofProject = [] } = useQuery({ ...projectOperationsQuery(project), enabled: project !== '' })
  const ofTemplate = templates.find(({ templateId }) => templateId === template)?.operations
  const initial = routingText(routingOf(ofTemplate ?? ofProject), centers)
  return (
    <>
      <PageHead title="Promise date" meta={<span className="max-md:hidden">When could we ship this?</span>} />
      <div className="min-h-0 grow overflow-auto">
        <Ask {...{ from, onFrom, initial, centers, projects, templates }} />
      </div>
    </>
  )
}
