import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { PromiseAnswer, PromiseQuestion } from '#contract/promise-date.ts'
import { routingText } from '#domain/promise-date/read-routing.ts'
import { routingOf } from '#domain/promise-date/routing-of.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { categoriesQuery, workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { routingTemplatesQuery } from '#web/api/projects/routing-templates.queries.ts'
import { askPromiseDateMutation } from '#web/api/schedule/promise-date.mutations.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Alert } from '#web/ui/alert.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AnswerCard } from './answer-card.tsx'
import { AnswersPrint } from './answers-print.tsx'
import type { ReadingAid } from './read-lines.tsx'
import { RoutingForm } from './routing-form.tsx'
import { type RoutingSource, RoutingSourceField } from './routing-source-field.tsx'
import { usePromiseOdds } from './use-promise-odds.ts'

type PromiseDateScreenProps = { from: RoutingSource; onFrom: (from: RoutingSource) => void }

const useAsk = () => useMutation(askPromiseDateMutation())

type AnsweredProps = { answers: readonly PromiseAnswer[]; question: PromiseQuestion; askedAt: number; isOld: boolean }

/** The answers, and then how sure each of them is. */
function Answered({ answers, question, askedAt, isOld }: AnsweredProps) {
  const odds = usePromiseOdds(question, askedAt)
  return (
    <>
      {answers.map((answer) => (
        <AnswerCard key={answer.kind} answer={answer} odds={odds[answer.kind]} isOld={isOld} question={question} />
      ))}
      {!isOld && <AnswersPrint answers={answers} question={question} odds={odds} />}
    </>
  )
}

type AnswersProps = { ask: ReturnType<typeof useAsk>; isOld: boolean }

/** Three answers to a question, or instructions for getting them. */
function Answers({ ask, isOld }: AnswersProps) {
  return (
    <>
      {ask.isError && <Alert>{errorSentence(ask.error)}</Alert>}
      {ask.data && isOld && !ask.isPending && (
        <Alert kind="info">The work has changed since these dates were computed. Show the dates again.</Alert>
      )}
      {ask.isPending && ['behind', 'priority', 'first'].map((card) => <Skeleton key={card} className="h-37 rounded" />)}
      {!ask.isPending && ask.data && (
        <Answered answers={ask.data.answers} question={ask.variables} askedAt={ask.submittedAt} isOld={isOld} />
      )}
      {!ask.isPending && !ask.data && !ask.isError && (
        <EmptyState
          icon={<CalendarCheck />}
          title="When could we ship this?"
          className="rounded border border-line-2 bg-surface"
        >
          Paste the operations of new work, or copy them from a project or a routing template. You will see three dates
          and the projects that each of them delays. Nothing is stored until you create the project.
        </EmptyState>
      )}
    </>
  )
}

type AskProps = PromiseDateScreenProps &
  Pick<Parameters<typeof RoutingSourceField>[0], 'projects' | 'templates'> & { initial: string; aid: ReadingAid }

/** The form and its answers. Answers to another question than the one in the form cannot be used. */
function Ask({ from, onFrom, projects, templates, initial, aid }: AskProps) {
  const [isOld, setOld] = useState(false)
  const isNarrow = useNarrow()
  const answers = useRef<HTMLDivElement>(null)
  const ask = useAsk()
  const show = async (question: PromiseQuestion) => {
    setOld(false)
    await ask.mutateAsync(question)
    announce('The dates are ready')
    if (isNarrow) answers.current?.scrollIntoView()
  }
  const take = (source: RoutingSource) => {
    ask.reset()
    onFrom(source)
  }
  return (
    <div className="flex flex-wrap items-start gap-4 px-5 pb-5 max-md:px-4">
      <Panel title="New work" className="min-w-0 flex-1 basis-96">
        <div className="px-3 pt-3">
          <RoutingSourceField from={from} projects={projects} templates={templates} onFrom={take} />
        </div>
        <div onChange={() => setOld(true)}>
          <RoutingForm key={from.project ?? from.template} initial={initial} aid={aid} onAsk={show} />
        </div>
      </Panel>
      <div ref={answers} className="flex min-w-0 flex-1 basis-96 flex-col gap-4" aria-busy={ask.isPending}>
        <Answers ask={ask} isOld={isOld} />
      </div>
    </div>
  )
}

/**
 * When new work could ship: its operations on the left, three answers on the right. The project or template that it
 * copies is in the URL.
 */
export function PromiseDateScreen({ from, onFrom }: PromiseDateScreenProps) {
  const { project = '', template } = from
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { data: centers } = useSuspenseQuery(workCentersQuery())
  const { data: projects } = useSuspenseQuery(projectsQuery())
  const { data: templates } = useSuspenseQuery(routingTemplatesQuery())
  const { data: ofProject } = useQuery({ ...projectOperationsQuery(project), enabled: project !== '' })
  const ofTemplate = templates.find(({ templateId }) => templateId === template)?.operations
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const source = useMemo(() => routingOf(ofTemplate ?? ofProject ?? [], nowMs), [ofTemplate, ofProject, nowMs])
  const initial = routingText(source, centers)
  return (
    <>
      <PageHead
        title="Promise date"
        meta={<span className="max-md:hidden">When could we ship this?</span>}
        actions={<PrintMenu />}
      />
      <div className="min-h-0 grow overflow-auto">
        <Ask
          from={from}
          onFrom={onFrom}
          initial={initial}
          projects={projects}
          templates={templates}
          aid={{ categories, centers, source, dates }}
        />
      </div>
    </>
  )
}
