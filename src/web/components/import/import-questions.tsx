import type { PlanQuestion, SimilarName } from '#contract/import-previews.ts'
import type { ImportPreview, SettingsPreview } from '#contract/imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'
import type { Import } from './use-import.ts'

type QuestionProps = { draft: ImportDraft } & Pick<Import, 'choose'>

const create = '(new)'

/** A name that resembles a stored one: what it means. */
function NameQuestion({ similar, draft, choose }: QuestionProps & { similar: SimilarName }) {
  const { name, resembles } = similar
  const others = (draft.centerMeanings ?? []).filter(({ typed }) => typed !== name)
  return (
    <SelectField
      label={`There is no "${name}". Did you mean`}
      placeholder="Choose"
      value=""
      options={[
        ...resembles.map((value) => ({ value, label: value })),
        { value: create, label: `None of them: create "${name}"` },
      ]}
      onChange={({ currentTarget: { value } }) =>
        choose({ centerMeanings: [...others, { typed: name, means: value === create ? null : value }] })
      }
    />
  )
}

/** A project of a plan that may be a stored one. */
function ProjectQuestion({ question, draft, choose }: QuestionProps & { question: PlanQuestion }) {
  const { key, name, projects } = question
  const others = (draft.planAnswers ?? []).filter((answer) => answer.key !== key)
  return (
    <SelectField
      label={`Which project is ${name}?`}
      placeholder="Choose"
      value=""
      options={[
        ...projects.map((project) => ({
          value: project.projectId,
          label: `#${project.projectNumber} ${project.projectName}`,
        })),
        { value: create, label: 'A new project' },
      ]}
      onChange={({ currentTarget: { value } }) =>
        choose({ planAnswers: [...others, { key, projectId: value === create ? null : value }] })
      }
    />
  )
}

/** What only the reader knows about the rows, and what may not be meant. */
export function ImportQuestions({ preview, ...props }: QuestionProps & { preview: ImportPreview | SettingsPreview }) {
  const questions = 'planQuestions' in preview ? preview.planQuestions : []
  const { similar, warnings } = preview
  const isAsked = similar.length + questions.length > 0
  return (
    <>
      {warnings.length > 0 && <Alert kind="warning">{warnings.map(({ message }) => message).join(' ')}</Alert>}
      {isAsked && (
        <div className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(18rem,1fr))] gap-3 overflow-auto">
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
