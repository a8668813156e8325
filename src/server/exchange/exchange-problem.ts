/** Why a file could not be fetched or sent. The message is a sentence for people. */
export class ExchangeProblem extends Error {}

/** The author of a source or an export may no longer do it. Its file is not at fault. */
export class AuthorProblem extends ExchangeProblem {}

/** The file of a folder changes, so it may not be complete. It is later. */
export class FileStillWritten extends ExchangeProblem {}
