import { parentPort } from 'node:worker_threads'
import { answerForecasts } from './answer-forecasts.ts'

parentPort?.on(
  'message',
  answerForecasts((message) => parentPort?.postMessage(message)),
)
