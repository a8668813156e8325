import type { PlanQuestion, SimilarName } from '#contract/import-previews.ts'
import type { SettingsPreview } from '#contract/imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'
import { useKept } from './use-kept.ts'

type QuestionProps = {
  draft: Pick<ImportDraft, 'centerMeanings' | 'planAnswers'>
  choose: (choice: Pick<ImportDraft, 'centerMeanings' | 'planAnswers'>) => void
}

const create = '(new)'

/** Asks whether a name means an existing record with a similar name. */
function NameQuestion({ similar, draft, choose }: QuestionProps & { similar: SimilarName }) {
  const { name, resembles } = similar
  const meanings = draft.centerMeanings ?? []
  const answer = meanings.find(({ typed }) => typed === name)
  const others = meanings.filter(({ typed }) => typed !== name)
  return (
    <SelectField
      label={`There is no "${name}". Did you mean`}
      placeholder="Choose"
      value={answer ? (answer.means ?? create) : ''}
      options={[
        ...resembles.map((value) => ({ value, label: value })),
        { value: create, label: `None of them: create "${name}"` },
      ]}
      onChange={({ currentTarget: { value } }) =>
        choose({
          centerMeanings: value === '' ? others : [...others, { typed: name, means: value === create ? null : value }],
        })
      }
    />
  )
}

/** Asks whether a project of a plan is an existing one. */
function ProjectQuestion({ question, draft, choose }: QuestionProps & { question: PlanQuestion }) {
  const { key, name, projects } = question
  const answers = draft.planAnswers ?? []
  const answer = answers.find((one) => one.key === key)
  const others = answers.filter((one) => one.key !== key)
  return (
    <SelectField
      label={`Which project is ${name}?`}
      placeholder="Choose"
      value={answer ? (answer.projectId ?? create) : ''}
      options={[
        ...projects.map((project) => ({
          value: project.projectId,
          label: `#${project.projectNumber} ${project.projectName}`,
        })),
        { value: create, label: 'A new project' },
      ]}
      onChange={({ currentTarget: { value } }) =>
        choose({
          planAnswers: value === '' ? others : [...others, { key, projectId: value === create ? null : value }],
        })
      }
    />
  )
}

type Asked = Pick<SettingsPreview, 'similar' | 'warnings'> & { planQuestions?: readonly PlanQuestion[] }

/** Questions about the rows that only the reader can answer, and warnings about likely mistakes. */
export function ImportQuestions({ preview, ...props }: QuestionProps & { preview: Asked }) {
  const { warnings } = preview
  const { centerMeanings = [], planAnswers = [] } = props.draft
  const similar = useKept(preview.similar, ({ name }) => name).filter(
    (one) =>
      preview.similar.some(({ name }) => name === one.name) || centerMeanings.some(({ typed }) => typed === one.name),
  )
  const asked = preview.planQuestions ?? []
  const questions = useKept(asked, ({ key }) => key).filter(
    (one) => asked.some(({ key }) => key === one.key) || planAnswers.some(({ key }) => key === one.key),
  )
  const isAsked = similar.length + questions.length > 0
  return (
    <>
      {warnings.length > 0 && <Alert kind="warning">{warnings.map(({ message }) => message).join(' ')}</Alert>}
      {isAsked && (
        <div className="grid gap-3 sm:grid-cols-2">
          {similar.map((one) => (
            <NameQuestion key={one.name} similar={one} {...props} />
          ))}
          {questions.map((one) => (
            <ProjectQuestion key={one.key} question={one} {...props} />
          ))}
        </div>
      )}
    </>
  )
}
