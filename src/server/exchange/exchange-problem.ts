/** Why a file could not be fetched or sent. The message is a sentence for people. */
export class ExchangeProblem extends Error {}
