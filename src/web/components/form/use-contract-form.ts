import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, useState } from 'react'
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Mode,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ZodType } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { type ApiError, errorSentence, isApiError } from '#web/api/api-error.ts'

export interface ContractFormOptions<Values extends FieldValues, Input> {
  /** The contract's schema, over what the controls hold. */
  schema: ZodType<Input, Values>
  /** What the controls hold at first. Read once. */
  values: NoInfer<Values>
  /** When a field says what is wrong with it: while it is typed, or not before the first attempt to send ('onSubmit'). */
  mode?: Mode
  /** Which fields a refusal of the server is about, where they are called otherwise on the form. */
  problemsOf?: (error: ApiError) => readonly FieldProblem[]
}

interface Refusal {
  readonly error: unknown
  /** Each of its problems is shown at a field. */
  readonly isPlaced: boolean
}

/** The first message of a field, or of what lies within it. */
const messageOf = (problem: unknown): string | null => {
  if (!(problem instanceof Object)) return null
  if ('message' in problem && typeof problem.message === 'string') return problem.message
  const parts = Object.entries(problem).filter(([key]) => key !== 'ref')
  return parts.map(([, part]) => messageOf(part)).find((message) => message !== null) ?? null
}

export interface ContractForm<Values extends FieldValues, Input> {
  form: UseFormReturn<Values, unknown, Input>
  isBusy: boolean
  isDirty: boolean
  /** What the server refused last; null once it is tried again. */
  failure: unknown
  /** The sentence above the fields; null where each problem is shown at its field. */
  problem: string | null
  forgetFailure: () => void
  /** Saves. Nothing can be sent meanwhile; what is refused is shown on the form. */
  attempt: (save: () => Promise<unknown>) => Promise<void>
  /** What a form does when it is sent: checks, then saves. */
  submit: (save: (input: Input) => Promise<unknown>) => (event?: BaseSyntheticEvent) => Promise<void>
  problemOf: (name: FieldPath<Values>) => string | null
  /** What a text, number, date or choice of ours takes to be a field of the form. */
  field: <Name extends FieldPath<Values>>(name: Name) => UseFormRegisterReturn<Name> & { error: string | null }
  /** The same for a control that holds its value itself: a slider, a segmented control. */
  choice: <Name extends FieldPath<Values>>(
    name: Name,
  ) => { value: FieldPathValue<Values, Name>; onChange: (value: FieldPathValue<Values, Name>) => void }
}

/**
 * The one way a form works. What is typed is checked with the contract's schema; problems are shown at their fields and the
 * focus goes to the first of them. What the server refuses goes to the fields it names, everything else to one sentence.
 */
export function useContractForm<Values extends FieldValues, Input>(
  options: ContractFormOptions<Values, Input>,
): ContractForm<Values, Input> {
  const { schema, mode = 'onChange', problemsOf = ({ problems }) => problems } = options
  // Later values would take the place of what was typed.
  const [values] = useState<Values>(options.values)
  const form = useForm<Values, unknown, Input>({ values, mode, resolver: zodResolver(schema) })
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
