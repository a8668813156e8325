export { chanceWords } from '#domain/odds/chance-words.ts'
