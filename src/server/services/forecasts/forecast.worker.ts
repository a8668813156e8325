import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { answerForecasts } from './answer-forecasts.ts'

giveWay()
parentPort?.on(
  'message',
  answerForecasts((message) => parentPort?.postMessage(message)),
)
