import { type BaseSyntheticEvent, useState } from 'react'
import {
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Mode,
  type Resolver,
  set,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod/mini'
import type { FieldProblem } from '#contract/errors.ts'
import { type ApiError, errorSentence, isApiError } from '#web/api/api-error.ts'

/** The sentence for an invalid value without a text of its own in the contract. */
const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : ''
  if (issue.code === 'too_big') return `At most ${issue.maximum}${unit}`
  if (issue.code === 'too_small') return `At least ${issue.minimum}${unit}`
  return 'Not a valid value'
}

export interface ContractFormOptions<Values extends FieldValues, Input> {
  /** The schema of the contract, applied to the values of the controls. */
  schema: z.ZodMiniType<Input, Values>
  /** The initial values of the controls. Read only once. */
  values: NoInfer<Values>
  /** When a field shows its error: while the reader types, or only after the first submit ('onSubmit'). */
  mode?: Mode
  /** Maps the fields of a refusal, if they have other names in the form. */
  problemsOf?: (error: ApiError) => readonly FieldProblem[]
}

/** Validates the values of a form with a schema of the contract: the first problem of each field. */
const resolverOf =
  <Values extends FieldValues, Input>(schema: z.ZodMiniType<Input, Values>): Resolver<Values, unknown, Input> =>
  (values) => {
    const { success, data, error } = schema.safeParse(values, { error: sentenceOf })
    if (success) return { values: data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, code, message } of error.issues) {
      const name = path.map(String).join('.')
      if (!get(errors, name)) set(errors, name, { type: code, message })
    }
    return { values: {}, errors }
  }

interface Refusal {
  readonly error: unknown
  /** True if each problem of the refusal is shown at a field. */
  readonly isPlaced: boolean
}

/** The first error message of a field or of its nested fields. */
export const messageOf = (problem: unknown): string | null => {
  if (!(problem instanceof Object)) return null
  if ('message' in problem && typeof problem.message === 'string') return problem.message
  const parts = Object.entries(problem).filter(([key]) => key !== 'ref')
  return parts.map(([, part]) => messageOf(part)).find((message) => message !== null) ?? null
}

export interface ContractForm<Values extends FieldValues, Input> {
  form: UseFormReturn<Values, unknown, Input>
  isBusy: boolean
  isDirty: boolean
  /** The last refusal of the server; null after the next attempt. */
  failure: unknown
  /** The sentence above the fields; null if each problem is shown at its field. */
  problem: string | null
  forgetFailure: () => void
  /** Saves. Nothing else can be submitted in the meantime; a refusal is shown in the form. */
  attempt: (save: () => Promise<unknown>) => Promise<void>
  /** Handles the submit of the form: validates, then saves. */
  submit: (save: (input: Input) => Promise<unknown>) => (event?: BaseSyntheticEvent) => Promise<void>
  problemOf: (name: FieldPath<Values>) => string | null
  /** Props that register a text, number, date or select control as a form field. */
  field: <Name extends FieldPath<Values>>(name: Name) => UseFormRegisterReturn<Name> & { error: string | null }
  /** The same for a control with its own value, such as a slider or a segmented control. */
  choice: <Name extends FieldPath<Values>>(
    name: Name,
  ) => { value: FieldPathValue<Values, Name>; onChange: (value: FieldPathValue<Values, Name>) => void }
}

/**
 * The logic of all forms. Values are validated with the schema of the contract; problems are shown at their fields, and the first
 * of them gets the focus. A refusal of the server is shown at the fields that it names, or otherwise in one sentence.
 */
export function useContractForm<Values extends FieldValues, Input>(
  options: ContractFormOptions<Values, Input>,
): ContractForm<Values, Input> {
  const { schema, mode = 'onChange', problemsOf = ({ problems }) => problems } = options
  // Later values would overwrite typed text.
  const [values] = useState<Values>(options.values)
  const form = useForm<Values, unknown, Input>({ values, mode, resolver: resolverOf(schema) })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { isDirty, isSubmitted, errors } = form.formState

  const isField = (path: string): path is FieldPath<Values> & string => path.split('.', 1).join() in form.getValues()
  const refuse = (error: unknown) => {
    const problems = isApiError(error) ? problemsOf(error) : []
    const placed = problems.flatMap(({ path, message }) => (isField(path) ? [{ path, message }] : []))
    for (const [index, { path, message }] of placed.entries()) {
      form.setError(path, { message }, { shouldFocus: index === 0 })
    }
    setRefusal({ error, isPlaced: placed.length > 0 && placed.length === problems.length })
  }
  const attempt = async (save: () => Promise<unknown>) => {
    setRefusal(null)
    setBusy(true)
    try {
      await save()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const problemOf = (name: FieldPath<Values>) => messageOf(get(errors, name))

  return {
    form,
    isBusy,
    isDirty,
    failure: refusal?.error ?? null,
    problem: refusal === null || refusal.isPlaced ? null : errorSentence(refusal.error),
    forgetFailure: () => setRefusal(null),
    attempt,
    submit: (save) => form.handleSubmit((input) => attempt(() => save(input))),
    problemOf,
    field: (name) => ({ ...form.register(name), error: problemOf(name) }),
    choice: (name) => ({
      value: form.watch(name),
      onChange: (value) =>
        form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted || mode === 'onChange' }),
    }),
  }
}
