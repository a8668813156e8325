import { AppError } from '../../errors.ts'

/** Why a data source cannot import its file, as a sentence for people. A run that fails with it is stored with that sentence. */
export class SourceProblem extends AppError {
  constructor(message: string, cause?: unknown) {
    super('rule', message, { cause })
  }
}
