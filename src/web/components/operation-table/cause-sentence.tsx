import type { OperationCause } from '#contract/operation-lists.ts'
import { OperationInText } from '../placement/operation-in-text.tsx'
import { causeWords } from './cause-words.ts'

type CauseSentenceProps = { cause: OperationCause; dayTime: (instant: string) => string }

/** A cause as a sentence, in which the operation that it names is a link. */
export function CauseSentence({ cause, dayTime }: CauseSentenceProps) {
  const { operation } = cause
  const words = causeWords(cause, dayTime)
  const named = operation && { ...operation, named: `#${operation.projectNumber} ${operation.name}` }
  return <OperationInText text={words?.detail ?? words?.title ?? ''} operation={named} />
}
